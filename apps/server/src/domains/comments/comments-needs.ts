import type { CommentKind } from '@yunmu/contract'
import type { CommentStore } from './comment-store.ts'

/** What a comment stands under. */
export interface Subject {
  /** The top category of a title; 0 for what is none. */
  pidId: number
  /** The kind of a channel; empty for what is none. */
  types: string
  name: string
  /** Address relative to `image_base`; empty where there is none. */
  img: string
}

/** Who wrote something. */
export interface Author {
  nickname: string
  /** Address relative to `image_base`; empty where there is none. */
  portrait: string
  isVip: boolean
}

/** What this domain needs from outside. */
export interface CommentsNeeds {
  /** Those of a kind that visitors may find, by id. */
  subjects: Readonly<Record<CommentKind, (ids: readonly number[], nowSec: number) => Promise<Map<number, Subject>>>>
  /** Those who have an account, by id. */
  authors(ids: readonly number[], nowSec: number): Promise<Map<number, Author>>
}

/** What the calls of this domain work with. */
export interface CommentsParts extends CommentsNeeds {
  comments: CommentStore
}
