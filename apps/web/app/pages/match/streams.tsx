import type { MatchDetail } from '@yunmu/contract'
import { useStore } from 'zustand'
import { useTexts } from '../../lib/text/texts.ts'
import { matchUrl } from '../../lib/urls.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { Link } from '../../ui/link.tsx'
import { matchPageTexts } from './match-page-texts.ts'
import styles from './streams.module.css'

interface StreamsProps {
  player: PlayerHandle
  detail: MatchDetail
  isOpen: boolean
}

/** Commentaries and views. The one that plays is marked, also if another took over. */
export function Streams({ player, detail: { match }, isOpen }: StreamsProps) {
  const texts = useTexts(matchPageTexts)
  const playing = useStore(player.state, ({ lineId }) => lineId)
  const { id, streams } = match
  if (streams.length === 0 || match.state === 'over') return null
  return (
    <section className={styles.section} aria-labelledby="streams">
      <h2 id="streams" className={styles.heading}>
        {texts.streams}
      </h2>
      <ul className={styles.tiles}>
        {streams.map((stream) => (
          <li key={stream.id}>
            <Link
              to={matchUrl({ id, stream: stream.id })}
              replace
              preventScrollReset
              className={styles.tile}
              aria-current={isOpen && stream.id === playing ? 'true' : undefined}
            >
              <span className={styles.name}>{stream.name}</span>
              <span className={styles.anchor}>{stream.anchor === '' ? texts.noAnchor : stream.anchor}</span>
              <span className={styles.bars} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
