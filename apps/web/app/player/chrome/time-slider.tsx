import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useChrome, useChromeState } from './chrome-context.ts'
import styles from './seek-bar.module.css'

interface TimeSliderProps {
  label: string
  /** Of all that the bar stands for, and how much of it has played. */
  lengthSec: number
  playedSec: number
  /** The place in words. */
  spoken: string
  /** What the bar calls the moment at a share of it (0 to 1). */
  momentAt: (share: number) => number
  /** To a share of it (0 to 1). */
  goTo: (share: number) => void
  seekBy: (sec: number) => void
  children: ReactNode
}

const pageSec = 60

/**
 * A length of time to point at, drag along and step through (PageUp, PageDown), with a spoken value. What is pointed at
 * is in the state of the controls.
 */
export function TimeSlider(given: TimeSliderProps) {
  const { label, lengthSec, playedSec, spoken, momentAt, goTo, seekBy, children } = given
  const { store } = useChrome()
  const bar = useRef<HTMLDivElement>(null)
  const isDragging = useChromeState((state) => state.isDragging)

  const shareAt = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = bar.current?.getBoundingClientRect() ?? {}
    return Math.min(1, Math.max(0, (clientX - left) / width))
  }
  const pointedAt = (event: PointerEvent) => ({ pointedSec: momentAt(shareAt(event)) })
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    store.setState({ isDragging: true, ...pointedAt(event) })
  }
  const end = (event: PointerEvent): void => {
    if (!store.getState().isDragging) return
    store.setState({ isDragging: false, ...(event.pointerType === 'mouse' ? {} : { pointedSec: null }) })
    goTo(shareAt(event))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const pages = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : 0
    if (pages === 0) return
    event.preventDefault()
    seekBy(pages * pageSec)
  }
  return (
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
      aria-valuetext={spoken}
      onKeyDown={onKeyDown}
      onPointerDown={begin}
      onPointerMove={(event) => store.setState(pointedAt(event))}
      onPointerUp={end}
      onPointerLeave={() => !store.getState().isDragging && store.setState({ pointedSec: null })}
      onPointerCancel={() => store.setState({ isDragging: false, pointedSec: null })}
    >
      {children}
    </div>
  )
}
