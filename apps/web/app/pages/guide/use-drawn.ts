import { useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import { drawNext, goalOf, type Drawn } from './draw-rules.ts'
import type { GridMeasure, GridSpan } from './guide-rules.ts'
import type { ViewportStore } from './use-viewport.ts'

interface DrawnInput {
  /** Number of rows. */
  count: number
  span: GridSpan
  measure: GridMeasure
}

const noRows: Drawn = new Map()
/** A scroll event within this time means that scrolling continues. */
const scrollingMs = 80

/** Rendered part of the grid: follows the viewport, a part per frame. */
export function useDrawn(viewportStore: ViewportStore, { count, span, measure }: DrawnInput): Drawn {
  const [store] = useState(() => createStore<{ drawn: Drawn }>()(() => ({ drawn: noRows })))
  useEffect(() => {
    let frame = 0
    let scrolledMs = 0
    const draw = (): void => {
      frame = 0
      const { viewport, settledViewport } = viewportStore.getState()
      if (!viewport) return
      const goal = { ...goalOf(viewport, { count, span, measure }), isSettled: viewport === settledViewport }
      const { drawn } = store.getState()
      const next = drawNext(drawn, goal, performance.now() - scrolledMs < scrollingMs)
      if (next === drawn) return
      store.setState({ drawn: next })
      frame = requestAnimationFrame(draw)
    }
    draw()
    const end = viewportStore.subscribe((now, before) => {
      if (now.viewport !== before.viewport) scrolledMs = performance.now()
      frame ||= requestAnimationFrame(draw)
    })
    return () => {
      end()
      cancelAnimationFrame(frame)
    }
  }, [viewportStore, store, count, span, measure])
  return useStore(store, ({ drawn }) => drawn)
}
