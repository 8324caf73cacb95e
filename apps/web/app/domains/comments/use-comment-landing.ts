import type { CommentThread } from '@yunmu/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { containsComment, type CommentSubject, type Threads } from './comment-rules.ts'
import type { LinkedComment } from './comment-context.ts'

/** How long the linked comment is highlighted. */
const highlightMs = 4000

export interface CommentLanding {
  /** Why the linked comment cannot be shown. */
  failure: 'gone' | 'unreachable' | null
  retry: () => void
}

interface LandingInput {
  linked: LinkedComment
  subject: CommentSubject
  /** Threads on the page. */
  threads: Threads
  pin: (thread: CommentThread | null) => void
}

/** Scrolls to the comment that the address links to; fetches its thread if it is not on the page. */
export function useCommentLanding({ linked: { id, key }, subject, threads, pin }: LandingInput): CommentLanding {
  const script = useScript()
  const [failed, setFailed] = useState<{ key: string; failure: CommentLanding['failure'] }>({ key: '', failure: null })
  const shownKey = useRef('')
  const isOnPage = id !== null && threads.some((thread) => containsComment(thread, id))
  /** Current value for callbacks of pending calls. */
  const isOnPageNow = useRef(isOnPage)
  const fetchThread = (commentId: number): void => {
    callOnce('commentThread', { id: commentId }, script).then(
      (found) => {
        const isOfSubject =
          found.kind === subject.kind && found.id === subject.id && containsComment(found.thread, commentId)
        // If the list has loaded it meanwhile, the viewer already sees it there: it is not moved to the top.
        if (isOfSubject && !isOnPageNow.current) pin(found.thread)
        setFailed({ key, failure: isOfSubject ? null : 'gone' })
      },
      (err: unknown) => {
        if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
        setFailed({ key, failure: err instanceof RefusedError ? 'gone' : 'unreachable' })
      },
    )
  }
  const land = useEffectEvent(() => {
    if (id !== null && !isOnPage) fetchThread(id)
  })
  useEffect(() => {
    isOnPageNow.current = isOnPage
  }, [isOnPage])
  useEffect(() => land(), [id, key])
  useEffect(() => {
    if (!isOnPage || shownKey.current === key) return
    shownKey.current = key
    showComment(id, 'center')
    highlight(id)
  }, [isOnPage, id, key])
  return {
    failure: failed.key === key ? failed.failure : null,
    retry() {
      if (id !== null) fetchThread(id)
    },
  }
}

const elementOf = (id: number): HTMLElement | null => document.getElementById(`comment-${id}`)

/** Focuses a comment for keyboard users. */
export const focusComment = (id: number): void => elementOf(id)?.focus({ preventScroll: true })

/** Scrolls a comment into view; a linked comment is also focused. */
export function showComment(id: number, block: 'center' | 'nearest'): void {
  elementOf(id)?.scrollIntoView({ block })
  if (block === 'center') focusComment(id)
}

/** Highlights a comment for a while (see its style sheet). */
function highlight(id: number): void {
  elementOf(id)?.animate(
    { opacity: [0, 1, 1, 0], offset: [0, 0.1, 0.7, 1] },
    { duration: highlightMs, pseudoElement: '::before' },
  )
}
