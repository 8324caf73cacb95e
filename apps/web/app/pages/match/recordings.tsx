import type { MatchDetail } from '@yunmu/contract'
import { highlightsHash } from '../../domains/matches/match-rules.ts'
import { useSpoilerMark } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchUrl, type MatchParams } from '../../lib/urls.ts'
import { Link } from '../../ui/link.tsx'
import { matchPageTexts } from './match-page-texts.ts'
import styles from './streams.module.css'
import type { MatchPlayer } from './use-match-player.ts'

interface RecordingsProps {
  address: MatchParams
  play: MatchPlayer
  detail: MatchDetail
}

/** The recording of a match and its highlights, of the stream of the address. The one that plays is marked. */
export function Recordings({ address, play, detail: { match } }: RecordingsProps) {
  const texts = useTexts(matchPageTexts)
  const spoiler = useSpoilerMark(match.id)
  if (play.play !== 'recording') return null
  const to = matchUrl(address)
  const tiles = [
    { type: 'record', id: match.replayId, to, name: texts.recording, note: texts.recordingOf },
    {
      type: 'highlights',
      id: match.highlightsId,
      to: `${to}${highlightsHash}`,
      name: texts.highlights,
      note: texts.highlightsOf,
    },
  ] as const
  return (
    <section
      className={styles.section}
      aria-labelledby="recordings"
      data-spoiler={match.replayId === null ? spoiler : undefined}
    >
      <h2 id="recordings" className={styles.heading}>
        {texts.recordings}
      </h2>
      <ul className={styles.tiles}>
        {tiles
          .filter(({ id }) => id !== null)
          .map((tile) => (
            // A match without goals has no highlights.
            <li key={tile.type} data-spoiler={tile.type === 'highlights' ? spoiler : undefined}>
              <Link
                to={tile.to}
                replace
                preventScrollReset
                className={styles.tile}
                aria-current={play.recording === tile.type ? 'true' : undefined}
              >
                <span className={styles.name}>{tile.name}</span>
                <span className={styles.anchor}>{tile.note}</span>
                <span className={styles.bars} aria-hidden="true" />
              </Link>
            </li>
          ))}
      </ul>
    </section>
  )
}
