import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isSignedIn } from '../session/session.ts'
import { RefusedError, UnreachableError } from './call-errors.ts'
import { useViewerVersion } from './call-query.ts'
import {
  emptyState,
  initialState,
  withItems,
  withPage,
  withoutItemsOfUser,
  type FirstPage,
  type PagedListState,
} from './paged-list-state.ts'

interface PagedQuery<Item> {
  /** Identifies what is requested: another query starts another list. */
  query: string
  /** Loads a page, numbered from 1. */
  load: (page: number) => Promise<{ list: readonly Item[]; total: number }>
  keyOf: (item: Item) => string
  size: number
  /** Whether to load yet. */
  enabled?: boolean
  /** The first page, if it is already known. */
  first?: FirstPage<Item> | null
}

export interface PagedList<Item> {
  /** Without hidden items. */
  items: readonly Item[]
  phase: 'loading' | 'failed' | 'idle'
  /** Whether the items are still those of an earlier query. */
  isStale: boolean
  isComplete: boolean
  /** Loads the next page, unless one is being loaded. */
  loadMore: () => void
  /** Retries after a failure. */
  retry: () => void
  /** Loads the list again; the items stay until the first page arrives. */
  reload: () => void
  /** Hides items at once, before the server has deleted them. */
  hide: (keys: readonly string[]) => void
  /** Shows hidden items again in their places. */
  show: (keys: readonly string[]) => void
  /** Replaces the items after a change made here. */
  update: (update: (items: readonly Item[]) => readonly Item[]) => void
}

/** A list that loads page by page, in which items can be hidden and restored without loading it again. */
export function usePagedList<Item>(paged: PagedQuery<Item>): PagedList<Item> {
  const { load, keyOf, size, enabled = true, first = null } = paged
  const viewerVersion = useViewerVersion()
  const ofViewer = (query: string): string => `${viewerVersion} ${query}`
  const query = ofViewer(paged.query)
  const [state, setState] = useState<PagedListState<Item>>(() =>
    first ? initialState({ ...first, query: ofViewer(first.query) }) : emptyState,
  )
  const [stateVersion, setStateVersion] = useState(viewerVersion)
  if (viewerVersion !== stateVersion) {
    setStateVersion(viewerVersion)
    setState(withoutItemsOfUser)
  }
  /** The latest request: replies to earlier ones are ignored. */
  const latest = useRef({ query })
  const visible = state.items.filter((item) => !state.hidden.has(keyOf(item)))
  const isStale = state.query !== query
  const phase = isStale ? (state.failedQuery === query ? 'failed' : 'loading') : state.phase

  const request = (isFirst: boolean): void => {
    const own = (latest.current = { query })
    // Deleted items move later ones to earlier pages: the same page may contain new items.
    const page = isFirst ? 1 : Math.floor(visible.length / size) + 1
    const wasSignedIn = isSignedIn()
    load(page).then(
      (reply) => {
        if (own !== latest.current) return
        const isLast = page * size >= reply.total
        // Whoever signs in when the call is refused gets the reply to its repetition.
        const isOfUser = wasSignedIn || isSignedIn()
        setState((before) => withPage(isFirst ? emptyState : before, { ...reply, query, keyOf, isLast, isOfUser }))
      },
      (err: unknown) => {
        if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
        if (own === latest.current) setState((before) => ({ ...before, phase: 'failed', failedQuery: query }))
      },
    )
  }
  const requestIfStale = useEffectEvent(() => {
    if (isStale) request(true)
    // Back at the query that is shown: a pending reply to the one in between is ignored.
    else if (latest.current.query !== query) latest.current = { query }
  })
  useEffect(() => {
    if (enabled) requestIfStale()
  }, [query, enabled])

  const requestNext = (): void => {
    setState((before) => ({ ...before, phase: 'loading', failedQuery: null }))
    request(isStale)
  }
  const retryNow = useEffectEvent(requestNext)
  const isFailed = phase === 'failed'
  useEffect(() => {
    if (!isFailed) return
    const listener = (): void => retryNow()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [isFailed])

  return {
    items: visible,
    phase,
    isStale,
    isComplete: state.isComplete,
    loadMore: () => {
      if (phase === 'idle' && !state.isComplete) requestNext()
    },
    retry: requestNext,
    reload: () => request(true),
    hide: (keys) => setState((before) => ({ ...before, hidden: new Set([...before.hidden, ...keys]) })),
    show: (keys) => setState((before) => ({ ...before, hidden: without(before.hidden, keys) })),
    update: (change) => setState((before) => withItems(before, change(before.items), isSignedIn())),
  }
}

const without = (hidden: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> =>
  new Set([...hidden].filter((key) => !keys.includes(key)))
