import { useEffect, useRef, type RefObject } from 'react'

/** For the foot of a list that goes on by itself: calls back whenever it comes near, as long as that is wanted. */
export function useFoot(wanted: boolean, reached: () => void): RefObject<HTMLDivElement | null> {
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = foot.current
    if (!wanted || !place) return
    const sight = new IntersectionObserver(([seen]) => seen?.isIntersecting && reached(), { rootMargin: '600px' })
    sight.observe(place)
    return () => sight.disconnect()
  })
  return foot
}
