import { useEffect, useRef, useState, type RefObject } from 'react'

/** Whether an element has come near the viewport; never reset. */
export function useNearViewport<Target extends Element = HTMLDivElement>(): [
  place: RefObject<Target | null>,
  isNear: boolean,
] {
  const place = useRef<Target>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), {
      rootMargin: '600px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return [place, isNear]
}
