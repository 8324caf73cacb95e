import type { Reply, Thumb } from '@yunmu/contract'
import { createContext, use } from 'react'
import type { CommentPlace, Placed } from './comment-rules.ts'

/** The comment that the address names, null for none; another visit to the same address has another key. */
export interface Named {
  id: number | null
  key: string
}

/** What can be done with comments, for everything below them. */
export interface TalkActs {
  place: CommentPlace
  /** Unix seconds; null until the page is awake. */
  nowSec: number | null
  named: Named
  /** Shows at once what a press makes of it; what the station refuses is taken back. */
  thumb: (item: Placed, pressed: Exclude<Thumb, 'none'>) => void
  /** Asks first, and takes back what one wrote. */
  remove: (item: Placed) => Promise<void>
  /** Takes over what was written. `threadId` is the talk that it answers in, null for none. */
  add: (written: Reply, threadId: number | null) => void
  /** Brings a page of the answers to a comment. Resolves to whether it came. */
  bringReplies: (threadId: number, page: number) => Promise<boolean>
}

export const TalkContext = createContext<TalkActs | null>(null)

export function useTalkActs(): TalkActs {
  const acts = use(TalkContext)
  if (!acts) throw new Error('comments need a TalkContext above')
  return acts
}
