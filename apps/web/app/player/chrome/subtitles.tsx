import { usePlayerState } from './chrome-context.ts'
import styles from './player-frame.module.css'

/** The words to be read. They make room for the controls. */
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
