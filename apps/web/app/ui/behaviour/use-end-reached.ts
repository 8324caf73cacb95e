import { useEffect, useRef, type RefObject } from 'react'

/**
 * For the end of an infinite list: calls back whenever the returned element comes near the viewport, while `isActive`.
 */
export function useEndReached(isActive: boolean, onReached: () => void): RefObject<HTMLDivElement | null> {
  const sentinel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = sentinel.current
    if (!isActive || !element) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && onReached(), { rootMargin: '600px' })
    observer.observe(element)
    return () => observer.disconnect()
  })
  return sentinel
}
