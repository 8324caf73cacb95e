import { useEffect, useRef, useState, type RefObject } from 'react'

/** Whether an element has come near to what is to be seen, once and for all. */
export function useNear<Place extends Element = HTMLDivElement>(): [place: RefObject<Place | null>, isNear: boolean] {
  const place = useRef<Place>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const sight = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), { rootMargin: '600px' })
    sight.observe(place.current)
    return () => sight.disconnect()
  }, [isNear])
  return [place, isNear]
}
