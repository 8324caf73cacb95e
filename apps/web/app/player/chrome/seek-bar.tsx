import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { playerTexts } from '../player-texts.ts'
import { useChrome, useChromeState, usePlayerState } from './chrome-context.ts'
import { clockText, spokenTime } from './clock-text.ts'
import { SeekPreview } from './seek-preview.tsx'
import styles from './seek-bar.module.css'

const pageSec = 60

/** Where it plays, what is loaded, and a way to anywhere else: a slider with a spoken value. */
export function SeekBar() {
  const { player, store, about } = useChrome()
  const words = useTexts(playerTexts)
  const bar = useRef<HTMLDivElement>(null)
  const positionSec = usePlayerState((state) => state.positionSec)
  const bufferedSec = usePlayerState((state) => state.bufferedSec)
  const durationSec = usePlayerState((state) => state.durationSec)
  const pointedSec = useChromeState((state) => state.pointedSec)
  const isDragging = useChromeState((state) => state.isDragging)

  const secAt = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = bar.current?.getBoundingClientRect() ?? {}
    return Math.min(1, Math.max(0, (clientX - left) / width)) * durationSec
  }
  const point = (event: PointerEvent): void => store.setState({ pointedSec: secAt(event) })
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    store.setState({ isDragging: true, pointedSec: secAt(event) })
  }
  const end = (event: PointerEvent): void => {
    if (!store.getState().isDragging) return
    const isMouse = event.pointerType === 'mouse'
    store.setState({ isDragging: false, ...(isMouse ? {} : { pointedSec: null }) })
    player.seek(secAt(event))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const pages = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : 0
    if (pages === 0) return
    event.preventDefault()
    player.seek(positionSec + pages * pageSec)
  }

  const shownSec = isDragging && pointedSec !== null ? pointedSec : positionSec
  const share = (sec: number): number => (durationSec > 0 ? Math.min(1, sec / durationSec) : 0)
  return (
    <div
      ref={bar}
      className={styles.bar}
      data-dragging={isDragging || undefined}
      role="slider"
      tabIndex={0}
      aria-label={words.seekBar}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationSec)}
      aria-valuenow={Math.round(positionSec)}
      aria-valuetext={words.spokenTime(spokenTime(positionSec, words), spokenTime(durationSec, words))}
      onKeyDown={onKeyDown}
      onPointerDown={begin}
      onPointerMove={point}
      onPointerUp={end}
      onPointerLeave={() => !store.getState().isDragging && store.setState({ pointedSec: null })}
      onPointerCancel={() => store.setState({ isDragging: false, pointedSec: null })}
    >
      <span className={styles.track}>
        <span className={styles.buffered} style={{ transform: `scaleX(${share(bufferedSec)})` }} />
        <span className={styles.played} style={{ transform: `scaleX(${share(shownSec)})` }} />
        <Marks share={share} openingEndSec={about.openingEndSec} endingStartSec={about.endingStartSec} />
      </span>
      <span className={styles.thumb} style={{ left: `${share(shownSec) * 100}%` }} />
      {pointedSec !== null && durationSec > 0 && (
        <SeekPreview sec={pointedSec} share={share(pointedSec)} clock={clockText(pointedSec)} />
      )}
    </div>
  )
}

/** The opening and the ending are half as bright, set off by gaps. */
function Marks(given: { share: (sec: number) => number; openingEndSec: number; endingStartSec: number }) {
  const words = useTexts(playerTexts)
  const { share, openingEndSec, endingStartSec } = given
  return (
    <>
      {openingEndSec > 0 && (
        <span className={styles.mark} style={{ left: 0, width: `${share(openingEndSec) * 100}%` }}>
          <span className={styles.markName}>{words.opening}</span>
        </span>
      )}
      {endingStartSec > 0 && (
        <span className={styles.mark} data-ending style={{ left: `${share(endingStartSec) * 100}%`, right: 0 }} />
      )}
    </>
  )
}
