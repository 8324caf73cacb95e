import type { Match, MatchDetail } from '@yunmu/contract'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { recordedStreams, type RecordingType } from '../../domains/matches/match-rules.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchUrl } from '../../lib/urls.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { Link } from '../../ui/link.tsx'
import { matchPageTexts } from './match-page-texts.ts'
import styles from './streams.module.css'
import type { MatchPlay } from './match-play-rules.ts'
import type { MatchPlayer } from './use-match-player.ts'

interface StreamsProps {
  player: PlayerHandle
  detail: MatchDetail
  play: MatchPlayer
  /** The server does not know the end of the address. */
  isHydrated: boolean
}

/** Commentaries and views, after the end those of the recording. The one that plays is marked, also if another took over. */
export function Streams({ player, detail: { match }, play: { play, recording }, isHydrated }: StreamsProps) {
  const texts = useTexts(matchPageTexts)
  const playing = useStore(player.state, ({ lineId }) => lineId)
  const { id } = match
  const { hash } = useLocation()
  const streams = shownStreams(match, play, recording)
  if (streams.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="streams">
      <h2 id="streams" className={styles.heading}>
        {texts.streams}
      </h2>
      <ul className={styles.tiles}>
        {streams.map((stream) => (
          <li key={stream.id}>
            <Link
              to={`${matchUrl({ id, stream: stream.id })}${isHydrated ? hash : ''}`}
              replace
              preventScrollReset
              className={styles.tile}
              aria-current={play !== 'nothing' && stream.id === playing ? 'true' : undefined}
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

/** The streams that can be chosen: of a recorded match those with a recording, if there is a choice. */
function shownStreams(match: MatchDetail['match'], play: MatchPlay, recording: RecordingType): Match['streams'] {
  if (play !== 'recording') return match.state === 'over' && play === 'nothing' ? [] : match.streams
  const recorded = recordedStreams(match, recording)
  return recorded.length > 1 ? recorded : []
}
