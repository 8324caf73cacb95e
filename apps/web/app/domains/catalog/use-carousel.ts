import { useEffect, useState, useSyncExternalStore, type KeyboardEvent, type TouchEvent } from 'react'

const swipePx = 40
/** When the page has settled: the next picture may load. */
const settledAfterMs = 3000

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

export interface Carousel {
  at: number
  /** The slide that was current before, to fade from; null until something has moved. */
  before: number | null
  next: number
  go: (to: number) => void
  isHidden: boolean
  /** Whether the first picture has had the line to itself for long enough. */
  isSettled: boolean
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void
    onTouchStart: (event: TouchEvent) => void
    onTouchEnd: (event: TouchEvent) => void
  }
}

/** The state of a row of slides that follow each other in a ring: arrows and swipes move it. */
export function useCarousel(count: number): Carousel {
  const [{ at, before }, setPlace] = useState<{ at: number; before: number | null }>({ at: 0, before: null })
  const [touchX, setTouchX] = useState(0)
  const [isSettled, setSettled] = useState(false)
  const isHidden = useSyncExternalStore(
    onVisibility,
    () => document.hidden,
    () => false,
  )
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const go = (to: number): void => setPlace((place) => ({ at: (to + count) % count, before: place.at }))
  return {
    at,
    before,
    next: (at + 1) % count,
    go,
    isHidden,
    isSettled,
    handlers: {
      onKeyDown: ({ key }) => {
        if (key === 'ArrowRight') go(at + 1)
        if (key === 'ArrowLeft') go(at - 1)
      },
      onTouchStart: ({ touches }) => setTouchX(touches[0]?.clientX ?? 0),
      onTouchEnd: ({ changedTouches }) => {
        const moved = (changedTouches[0]?.clientX ?? touchX) - touchX
        if (Math.abs(moved) > swipePx) go(at + (moved < 0 ? 1 : -1))
      },
    },
  }
}
