import { usePlayerState } from '../chrome-context.ts'
import styles from '../player-frame.module.css'

/** Subtitle lines; they move up when the controls are shown. */
export function Subtitles() {
  const lines = usePlayerState((state) => state.subtitleLines)
  return (
    <div className={styles.subtitles} data-subtitles>
      {lines.map((line, at) => (
        <span key={`${at}${line}`}>{line}</span>
      ))}
    </div>
  )
}
