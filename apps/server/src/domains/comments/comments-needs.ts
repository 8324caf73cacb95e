import type { CommentKind } from '@yunmu/contract'
import type { Platform } from '../../platform/platform.ts'
import type { Subjects } from '../../platform/subjects.ts'
import type { CommentedSubjects } from './commented-subjects.ts'
import type { CommentStore } from './comment-store.ts'
import type { CommentVersions } from './comment-versions.ts'
import type { ThumbStore } from './thumb-store.ts'
import type { WriterStore } from './writer-store.ts'

/** The author of a comment. */
export interface Author {
  nickname: string
  /** Address relative to `image_base`; empty for none. */
  portrait: string
  isVip: boolean
  /** When the account was made, Unix seconds. */
  joinedAt: number
}

/** How many texts the user, the client's address and its network wrote. */
export interface TextCounts {
  user: number
  address: number
  network: number
}

/** A text before it is published. */
export interface TextToReview {
  kind: 'comment'
  userId: number
  /** Client address of the request. */
  address: string
  text: string
  place: { kind: CommentKind; id: number; level: 0 }
  nowMs: number
  /** Called with what was written since a time before the text is counted; throws so that it is not. */
  countIf?: { sinceMs: number; check: (written: TextCounts) => void }
}

/** A notification of a thumb or reply. */
export interface CommentNotice {
  type: 'thumb' | 'reply'
  toUserId: number
  actorId: number
  about: { kind: CommentKind; id: number }
  /** The liked comment or the reply, and its text. */
  commentId: number
  text: string
}

/** What this domain needs from outside. */
export interface CommentsNeeds {
  subjects: Pick<Subjects, 'isVisible' | 'findSummaries' | 'urlOf'>
  /** Existing users, by id. */
  authors(ids: readonly number[], nowSec: number): Promise<Map<number, Author>>
  captcha: {
    /** `picPath` is a data URL. */
    create(address: string): Promise<{ captchaId: string; picPath: string }>
    /**
     * True for the right answer from the network that requested it. Each captcha passes once.
     * Refuses with CaptchaByPicture after too many proofs of work.
     */
    check(id: string, answer: string, address: string): Promise<boolean>
  }
  moderation: {
    /** The text in its stored form. */
    clean(kind: 'comment', text: string): string
    /** Decides whether a text is published, and counts it in the writer's rate. */
    review(
      text: TextToReview,
    ): Promise<
      | { state: 'shown' | 'held'; found: string; text: string }
      | { refused: 'TextRefused' | 'TextRepeated' }
      | { refused: 'TooSoon' | 'Muted'; retryAfterSec: number }
    >
    /** How many texts were written since a time by the user, and from the client's address and its network. */
    recentCounts(from: { kind: 'comment'; userId: number; address: string }, sinceMs: number): Promise<TextCounts>
    /** The users that a user blocks. */
    blockedBy(userId: number): Promise<number[]>
  }
  /** Notifies a user, unless that user blocks the actor. */
  notify(notice: CommentNotice): Promise<void>
  /** Removes notifications of deleted comments; for held comments, only those of the reply. */
  retract(commentIds: readonly number[], reason: 'deleted' | 'held'): Promise<void>
}

/** The services that this domain uses. */
export type CommentsPlatform = Pick<Platform, 'db' | 'clock' | 'events' | 'changes' | 'log' | 'channel'>

/** Dependencies of this domain's calls. */
export interface CommentsParts extends CommentsNeeds, Omit<CommentsPlatform, 'db' | 'channel'> {
  /** Whether a user may judge one more comment now. */
  mayThumb: (userId: number) => Promise<boolean>
  comments: CommentStore
  commented: CommentedSubjects
  versions: CommentVersions
  thumbs: ThumbStore
  writer: WriterStore
}
