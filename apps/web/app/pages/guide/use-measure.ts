import { useSyncExternalStore } from 'react'
import { measures, type GridMeasure } from './guide-rules.ts'

/** Where the guide changes its shape. */
const queries = { list: '(width < 900px)', narrow: '(width < 1200px)', wide: '(width >= 1600px)' } as const

type Shape = 'list' | keyof typeof measures

function shape(): Shape {
  if (matchMedia(queries.list).matches) return 'list'
  if (matchMedia(queries.narrow).matches) return 'narrow'
  return matchMedia(queries.wide).matches ? 'wide' : 'usual'
}

function watch(listener: () => void): () => void {
  const lists = Object.values(queries).map((query) => matchMedia(query))
  for (const list of lists) list.addEventListener('change', listener)
  return () => {
    for (const list of lists) list.removeEventListener('change', listener)
  }
}

/** How the guide is drawn on a page of this width; on the server as on most. */
export function useMeasure(): GridMeasure | 'list' {
  const name = useSyncExternalStore<Shape>(watch, shape, () => 'usual')
  return name === 'list' ? name : measures[name]
}
