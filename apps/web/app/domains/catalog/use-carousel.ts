import { useEffect, useState, useSyncExternalStore, type KeyboardEvent, type TouchEvent } from 'react'

const swipePx = 40
/** After this time the page has loaded and the next picture may load. */
const settledAfterMs = 3000

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

export interface Carousel {
  at: number
  /** Previous slide, to fade out; -1 before the first change. */
  previous: number
  next: number
  go: (to: number) => void
  isHidden: boolean
  /** Whether the first picture has had enough time to load before the others. */
  isSettled: boolean
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void
    onTouchStart: (event: TouchEvent) => void
    onTouchEnd: (event: TouchEvent) => void
  }
}

/**
 * State of a circular carousel, moved by arrow keys and swipes. The position follows its slide when slides are inserted;
 * an untouched carousel shows the first.
 *
 * @param replacedId the slide that was first before another was put there
 */
export function useCarousel(ids: readonly number[], replacedId?: number): Carousel {
  const count = ids.length
  const [position, setPosition] = useState<{ id: number; previousId: number | undefined } | null>(null)
  const at = Math.max(
    0,
    ids.findIndex((id) => id === position?.id),
  )
  const previousId = position ? position.previousId : replacedId
  const previous = ids.findIndex((id) => id === previousId)
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
  const go = (to: number): void => {
    const id = ids[(to + count) % count]
    if (id !== undefined) setPosition({ id, previousId: ids[at] })
  }
  return {
    at,
    previous,
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
