import type { MatchDetail } from '@yunmu/contract'
import { useTexts } from '../../lib/text/texts.ts'
import { matchPageTexts } from './match-page-texts.ts'
import styles from './streams.module.css'
import type { MatchPlayer, RecordingType } from './use-match-player.ts'

/** The recording of a match and its highlights. The one that plays is marked. */
export function Recordings({ play, detail: { match } }: { play: MatchPlayer; detail: MatchDetail }) {
  const texts = useTexts(matchPageTexts)
  if (play.play !== 'recording') return null
  const tiles: readonly { type: RecordingType; id: number | null; name: string; note: string }[] = [
    { type: 'record', id: match.replayId, name: texts.recording, note: texts.recordingOf },
    { type: 'highlights', id: match.highlightsId, name: texts.highlights, note: texts.highlightsOf },
  ]
  return (
    <section className={styles.section} aria-labelledby="recordings">
      <h2 id="recordings" className={styles.heading}>
        {texts.recordings}
      </h2>
      <ul className={styles.tiles}>
        {tiles
          .filter(({ id }) => id !== null)
          .map(({ type, name, note }) => (
            <li key={type}>
              <button
                type="button"
                className={styles.tile}
                aria-current={play.recording === type ? 'true' : undefined}
                onClick={() => play.chooseRecording(type)}
              >
                <span className={styles.name}>{name}</span>
                <span className={styles.anchor}>{note}</span>
                <span className={styles.bars} aria-hidden="true" />
              </button>
            </li>
          ))}
      </ul>
    </section>
  )
}
