import type { Reply, Thumb } from '@yunmu/contract'
import { createContext, use } from 'react'
import type { CommentSubject, CommentFields } from './comment-rules.ts'

/** Comment that the address links to, null for none; `key` changes with each visit. */
export interface LinkedComment {
  id: number | null
  key: string
}

/** Actions on comments, for the components of a comment section. */
export interface CommentActions {
  subject: CommentSubject
  /** Unix seconds; null until hydration. */
  nowSec: number | null
  linked: LinkedComment
  /** Optimistic update; reverted if the server refuses. */
  thumb: (item: CommentFields, pressed: Exclude<Thumb, 'none'>) => void
  /** Deletes an own comment after confirmation. */
  remove: (item: CommentFields) => Promise<void>
  /** Adds a written comment. `threadId` is the thread it replies in, null for a new thread. */
  add: (written: Reply, threadId: number | null) => void
  /** Loads a page of a comment's replies. Resolves to whether it succeeded. */
  loadReplies: (threadId: number, page: number) => Promise<boolean>
}

export const CommentContext = createContext<CommentActions | null>(null)

export function useCommentActions(): CommentActions {
  const actions = use(CommentContext)
  if (!actions) throw new Error('useCommentActions() was used outside CommentContext')
  return actions
}
