import type { CommentKind } from '@yunmu/contract'
import type { ChangeLog } from '../../platform/caching/change-log.ts'
import type { Clock } from '../../platform/process/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { CommentStore } from './comment-store.ts'
import type { CommentVersions } from './comment-versions.ts'
import type { ThumbStore } from './thumb-store.ts'
import type { WriterStore } from './writer-store.ts'

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
  /** Since when there is the account, Unix seconds. */
  joinedAt: number
}

/** A text before others see it. */
export interface TextToReview {
  kind: 'comment'
  userId: number
  /** Where the request came from. */
  address: string
  text: string
  place: { kind: CommentKind; id: number; level: 0 }
  nowMs: number
}

/** What somebody is to hear of. */
export interface CommentNotice {
  type: 'thumb' | 'reply'
  toUserId: number
  actorId: number
  about: { kind: CommentKind; id: number }
  /** The comment that was liked, or the answer, and its text. */
  commentId: number
  text: string
}

/** What this domain needs from outside. */
export interface CommentsNeeds {
  clock: Clock
  events: Events
  changes: ChangeLog
  log: Logger
  /** Those of a kind that visitors may find, by id. */
  subjects: Readonly<Record<CommentKind, (ids: readonly number[], nowSec: number) => Promise<Map<number, Subject>>>>
  /** Whether visitors may find it; asked with every list, so it has to cost little. */
  isOpen(about: { kind: CommentKind; id: number }): Promise<boolean>
  /** Those who have an account, by id. */
  authors(ids: readonly number[], nowSec: number): Promise<Map<number, Author>>
  captcha: {
    create(address: string): Promise<{ captchaId: string; png: Buffer }>
    /** True once, for the right answer from the network that asked. */
    check(id: string, answer: string, address: string): Promise<boolean>
  }
  moderation: {
    /** The text as it will be kept. */
    clean(kind: 'comment', text: string): string
    /** What becomes of a text; counts it among what was said. */
    review(
      text: TextToReview,
    ): Promise<
      | { state: 'shown' | 'held'; found: string; text: string }
      | { refused: 'TextRefused' | 'TextRepeated' }
      | { refused: 'TooSoon' | 'Muted'; retryAfterSec: number }
    >
    /** Whom a person does not want to see. */
    blockedBy(userId: number): Promise<number[]>
  }
  /** Tells somebody, unless they do not want to hear of who did it. */
  notify(notice: CommentNotice): Promise<void>
  /** Takes back what was told of comments that are gone; of those that are only held, that they answer somebody. */
  retract(commentIds: readonly number[], reason: 'deleted' | 'held'): Promise<void>
}

/** What the calls of this domain work with. */
export interface CommentsParts extends CommentsNeeds {
  comments: CommentStore
  versions: CommentVersions
  thumbs: ThumbStore
  writer: WriterStore
}
