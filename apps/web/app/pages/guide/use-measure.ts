import { useSyncExternalStore } from 'react'
import { measures, type GridMeasure } from './guide-rules.ts'

/** Breakpoints of the guide. */
const queries = { list: '(width < 900px)', narrow: '(width < 1200px)', wide: '(width >= 1600px)' } as const

type Shape = 'list' | keyof typeof measures

function shape(): Shape {
  if (matchMedia(queries.list).matches) return 'list'
  if (matchMedia(queries.narrow).matches) return 'narrow'
  return matchMedia(queries.wide).matches ? 'wide' : 'usual'
}

function subscribe(listener: () => void): () => void {
  const lists = Object.values(queries).map((query) => matchMedia(query))
  for (const list of lists) list.addEventListener('change', listener)
  return () => {
    for (const list of lists) list.removeEventListener('change', listener)
  }
}

/** Dimensions for the page's width; the server assumes the most common one. */
export function useMeasure(): GridMeasure | 'list' {
  const name = useSyncExternalStore<Shape>(subscribe, shape, () => 'usual')
  return name === 'list' ? name : measures[name]
}
