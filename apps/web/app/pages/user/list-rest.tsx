import type { ReactNode } from 'react'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import type { PagedList } from '../../lib/calls/use-paged-list.ts'

interface RestProps {
  list: Pick<PagedList<unknown>, 'items' | 'phase' | 'retry'>
  /** Boxes of the size of what is on its way. */
  skeleton: ReactNode
  /** What is said where there is nothing. */
  empty: ReactNode
}

/** What stands after the items of a list: what is on its way, what went wrong, or that there is nothing. */
export function ListRest({ list, skeleton, empty }: RestProps) {
  if (list.phase === 'failed') return <LoadError retry={list.retry} />
  if (list.phase === 'loading') return skeleton
  return list.items.length === 0 && empty
}
