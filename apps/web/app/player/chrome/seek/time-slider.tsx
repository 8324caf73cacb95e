import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useChrome, useChromeState } from '../chrome-context.ts'
import styles from './seek-bar.module.css'

interface TimeSliderProps {
  label: string
  /** Length of the bar's time span, and the played part. */
  lengthSec: number
  playedSec: number
  /** Position for screen readers. */
  valueText: string
  /** Time in seconds at a share (0 to 1) of the bar. */
  secAt: (share: number) => number
  /** Seeks to a share (0 to 1) of the bar. */
  seekToShare: (share: number) => void
  seekBy: (sec: number) => void
  children: ReactNode
  /** Controls over the bar. */
  marks?: ReactNode
}

const pageSec = 60

/**
 * Accessible slider over a time span, with hover, drag and PageUp/PageDown. The time under the pointer is stored in the
 * controls' state.
 */
export function TimeSlider(props: TimeSliderProps) {
  const { label, lengthSec, playedSec, valueText, secAt, seekToShare, seekBy, children, marks = null } = props
  const { store } = useChrome()
  const bar = useRef<HTMLDivElement>(null)
  const isDragging = useChromeState((state) => state.isDragging)

  const shareAt = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = bar.current?.getBoundingClientRect() ?? {}
    return Math.min(1, Math.max(0, (clientX - left) / width))
  }
  const pointerState = (event: PointerEvent) => ({ pointerSec: secAt(shareAt(event)) })
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    store.setState({ isDragging: true, ...pointerState(event) })
  }
  const onPointerUp = (event: PointerEvent): void => {
    if (!store.getState().isDragging) return
    store.setState({ isDragging: false, ...(event.pointerType === 'mouse' ? {} : { pointerSec: null }) })
    seekToShare(shareAt(event))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const pages = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : 0
    if (pages === 0) return
    event.preventDefault()
    seekBy(pages * pageSec)
  }
  const slider = (
    <div
      ref={bar}
      className={styles.bar}
      data-dragging={isDragging || undefined}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(lengthSec)}
      aria-valuenow={Math.round(playedSec)}
      aria-valuetext={valueText}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => store.setState(pointerState(event))}
      onPointerUp={onPointerUp}
      onPointerLeave={() => !store.getState().isDragging && store.setState({ pointerSec: null })}
      onPointerCancel={() => store.setState({ isDragging: false, pointerSec: null })}
    >
      {children}
    </div>
  )
  return (
    <>
      {slider}
      {marks && <div className={styles.marks}>{marks}</div>}
    </>
  )
}
