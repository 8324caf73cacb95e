import { useEffect, useState, type RefObject } from 'react'
import type { Sight } from './guide-rules.ts'

/** What of a box that scrolls can be seen, followed frame by frame. Null until it is measured. */
export function useSight(box: RefObject<HTMLElement | null>, heads: { left: number; top: number }): Sight | null {
  const [sight, setSight] = useState<Sight | null>(null)
  const { left: columnPx, top: headPx } = heads
  useEffect(() => {
    const element = box.current
    if (!element) return
    let frame = 0
    const look = (): void => {
      frame = 0
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
      setSight({ left: scrollLeft, top: scrollTop, width: clientWidth - columnPx, height: clientHeight - headPx })
    }
    const soon = (): void => {
      frame ||= requestAnimationFrame(look)
    }
    const observer = new ResizeObserver(soon)
    observer.observe(element)
    element.addEventListener('scroll', soon, { passive: true })
    look()
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      element.removeEventListener('scroll', soon)
    }
  }, [box, columnPx, headPx])
  return sight
}
