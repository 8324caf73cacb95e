import type { ReactNode } from 'react'
import { LoadError } from '../../../ui/feedback/load-error.tsx'
import type { PagedList } from '../../../lib/calls/use-paged-list.ts'

interface ListStatusProps {
  list: Pick<PagedList<unknown>, 'items' | 'phase' | 'retry'>
  /** Placeholders while loading. */
  skeleton: ReactNode
  /** Message for an empty list. */
  empty: ReactNode
}

/** End of a list: loading, error or empty state. */
export function ListStatus({ list, skeleton, empty }: ListStatusProps) {
  if (list.phase === 'failed') return <LoadError retry={list.retry} />
  if (list.phase === 'loading') return skeleton
  return list.items.length === 0 && empty
}
