import type { CommentThread } from '@yunmu/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { holds, type CommentPlace, type Threads } from './comment-rules.ts'
import type { Named } from './talk-context.ts'

/** How long the comment that somebody came for stands out. */
const markedForMs = 4000

export interface Arrival {
  /** Why the comment that the address names cannot be shown. */
  failure: 'gone' | 'unreachable' | null
  retry: () => void
}

interface ArrivalInput {
  named: Named
  place: CommentPlace
  /** What is on the page. */
  threads: Threads
  pin: (thread: CommentThread | null) => void
}

/** Leads who comes with the address of a comment to it: its talk is fetched where it is not on the page yet. */
export function useArrival({ named: { id, key }, place, threads, pin }: ArrivalInput): Arrival {
  const script = useScript()
  const [failed, setFailed] = useState<{ key: string; failure: Arrival['failure'] }>({ key: '', failure: null })
  const shownKey = useRef('')
  const isThere = id !== null && threads.some((thread) => holds(thread, id))
  /** The same, for what comes later. */
  const stands = useRef(isThere)
  const fetchTalk = (wanted: number): void => {
    callOnce('commentThread', { id: wanted }, script).then(
      (found) => {
        const isHere = found.kind === place.kind && found.id === place.id && holds(found.thread, wanted)
        // Where the list brought it meanwhile, the reader is there already: it is not moved away.
        if (isHere && !stands.current) pin(found.thread)
        setFailed({ key, failure: isHere ? null : 'gone' })
      },
      (err: unknown) => {
        if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
        setFailed({ key, failure: err instanceof RefusedError ? 'gone' : 'unreachable' })
      },
    )
  }
  const arrive = useEffectEvent(() => {
    if (id !== null && !isThere) fetchTalk(id)
  })
  useEffect(() => {
    stands.current = isThere
  }, [isThere])
  useEffect(() => arrive(), [id, key])
  useEffect(() => {
    if (!isThere || shownKey.current === key) return
    shownKey.current = key
    showComment(id, 'center')
    mark(id)
  }, [isThere, id, key])
  return {
    failure: failed.key === key ? failed.failure : null,
    retry() {
      if (id !== null) fetchTalk(id)
    },
  }
}

const elementOf = (id: number): HTMLElement | null => document.getElementById(`comment-${id}`)

/** Who uses a keyboard goes on at a comment. */
export const focusComment = (id: number): void => elementOf(id)?.focus({ preventScroll: true })

/** Brings a comment into sight. Who comes for it goes on there. */
export function showComment(id: number, block: 'center' | 'nearest'): void {
  elementOf(id)?.scrollIntoView({ block })
  if (block === 'center') focusComment(id)
}

/** Lets a comment stand out for a while: see its style sheet. */
function mark(id: number): void {
  elementOf(id)?.animate(
    { opacity: [0, 1, 1, 0], offset: [0, 0.1, 0.7, 1] },
    { duration: markedForMs, pseudoElement: '::before' },
  )
}
