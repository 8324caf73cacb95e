import { useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import { drawOn, goalOf, type Drawn } from './draw-rules.ts'
import type { GridMeasure, GridSpan } from './guide-rules.ts'
import type { SightStore } from './use-sight.ts'

interface DrawnInput {
  /** How many rows there are. */
  count: number
  span: GridSpan
  measure: GridMeasure
}

const nothing: Drawn = new Map()
/** Whoever scrolled within this still does. */
const movingMs = 80

/** What is drawn of the grid: follows what is in sight, some of it in each frame. */
export function useDrawn(sight: SightStore, { count, span, measure }: DrawnInput): Drawn {
  const [store] = useState(() => createStore<{ drawn: Drawn }>()(() => ({ drawn: nothing })))
  useEffect(() => {
    let frame = 0
    let movedMs = 0
    const draw = (): void => {
      frame = 0
      const { sight: seen, restSight } = sight.getState()
      if (!seen) return
      const goal = { ...goalOf(seen, { count, span, measure }), isAtRest: seen === restSight }
      const { drawn } = store.getState()
      const next = drawOn(drawn, goal, performance.now() - movedMs < movingMs)
      if (next === drawn) return
      store.setState({ drawn: next })
      frame = requestAnimationFrame(draw)
    }
    draw()
    const end = sight.subscribe((now, before) => {
      if (now.sight !== before.sight) movedMs = performance.now()
      frame ||= requestAnimationFrame(draw)
    })
    return () => {
      end()
      cancelAnimationFrame(frame)
    }
  }, [sight, store, count, span, measure])
  return useStore(store, ({ drawn }) => drawn)
}
