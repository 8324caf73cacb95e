import { useEffect, useState, type RefObject } from 'react'
import { createStore, type StoreApi } from 'zustand'
import type { Viewport } from './guide-rules.ts'

interface ViewportState {
  /** Visible part of a scroll container; null before the first measurement. */
  viewport: Viewport | null
  /** The viewport after scrolling has stopped. */
  settledViewport: Viewport | null
}

export type ViewportStore = StoreApi<ViewportState>

/** Without scroll events for this time, scrolling has stopped. */
const settleMs = 120

/** Tracks the viewport per frame. Does not re-render by itself: readers select from the store. */
export function useViewport(box: RefObject<HTMLElement | null>, headers: { left: number; top: number }): ViewportStore {
  const [store] = useState(() => createStore<ViewportState>()(() => ({ viewport: null, settledViewport: null })))
  const { left: columnPx, top: headPx } = headers
  useEffect(() => {
    const element = box.current
    if (!element) return
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (): void => store.setState(({ viewport }) => ({ settledViewport: viewport }))
    const update = (): void => {
      frame = 0
      const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight } = element
      store.setState({ viewport: { left, top, width: clientWidth - columnPx, height: clientHeight - headPx } })
      clearTimeout(timer)
      timer = setTimeout(settle, settleMs)
    }
    const scheduleUpdate = (): void => {
      frame ||= requestAnimationFrame(update)
    }
    const observer = new ResizeObserver(scheduleUpdate)
    observer.observe(element)
    element.addEventListener('scroll', scheduleUpdate, { passive: true })
    update()
    settle()
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      observer.disconnect()
      element.removeEventListener('scroll', scheduleUpdate)
    }
  }, [box, store, columnPx, headPx])
  return store
}
