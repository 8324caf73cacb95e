import { tileAt } from '../../storyboard/storyboard.ts'
import { useChromeState, usePlayerState } from '../chrome-context.ts'
import styles from '../player-frame.module.css'

/** Thumbnail of the seek target, shown until its first frame is decoded. */
export function SeekPlaceholder() {
  const isSeeking = usePlayerState(({ seeking, phase }) => seeking && phase === 'open')
  const positionSec = usePlayerState((state) => state.positionSec)
  const tile = tileAt(
    useChromeState(({ tiles }) => tiles),
    positionSec,
  )
  if (!isSeeking || !tile) return null
  const { sheet, x, y, width, height } = tile
  return (
    <svg className={styles.ghost} viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true">
      <image href={sheet} />
    </svg>
  )
}
