import { useEffect, useState, type RefObject } from 'react'
import { createStore, type StoreApi } from 'zustand'
import type { Sight } from './guide-rules.ts'

interface SightState {
  /** What of a box that scrolls can be seen; null until it is measured. */
  sight: Sight | null
  /** The same when nobody scrolled last. */
  restSight: Sight | null
}

export type SightStore = StoreApi<SightState>

/** Whoever scrolls on within this has not rested. */
const restMs = 120

/** Follows what can be seen frame by frame. Nothing is drawn anew by that alone: who wants to know selects from it. */
export function useSight(box: RefObject<HTMLElement | null>, heads: { left: number; top: number }): SightStore {
  const [store] = useState(() => createStore<SightState>()(() => ({ sight: null, restSight: null })))
  const { left: columnPx, top: headPx } = heads
  useEffect(() => {
    const element = box.current
    if (!element) return
    let frame = 0
    let resting: ReturnType<typeof setTimeout> | undefined
    const rest = (): void => store.setState(({ sight }) => ({ restSight: sight }))
    const look = (): void => {
      frame = 0
      const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight } = element
      store.setState({ sight: { left, top, width: clientWidth - columnPx, height: clientHeight - headPx } })
      clearTimeout(resting)
      resting = setTimeout(rest, restMs)
    }
    const soon = (): void => {
      frame ||= requestAnimationFrame(look)
    }
    const observer = new ResizeObserver(soon)
    observer.observe(element)
    element.addEventListener('scroll', soon, { passive: true })
    look()
    rest()
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(resting)
      observer.disconnect()
      element.removeEventListener('scroll', soon)
    }
  }, [box, store, columnPx, headPx])
  return store
}
