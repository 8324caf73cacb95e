import type { CommentKind } from '@yunmu/contract'
import type { Clock } from '../../platform/process/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { BulletinStore } from './bulletin-store.ts'
import type { MessageStore } from './message-store.ts'

/** The target of a message's link. */
export interface Subject {
  /** The top category of a title; 0 for other kinds. */
  pidId: number
  /** The kind of a channel; empty for other kinds. */
  types: string
}

/** A user as seen by others. */
export interface PublicUser {
  nickname: string
  /** Relative to the base of pictures; empty for none. */
  portrait: string
  isVip: boolean
}

/** What this domain needs from outside. */
export interface MessagesNeeds {
  clock: Clock
  events: Events
  log: Logger
  /** The visible subjects of a kind, by id. */
  subjects: Readonly<
    Record<CommentKind, (ids: readonly number[], nowSec: number) => Promise<ReadonlyMap<number, Subject>>>
  >
  /** Existing users, by id. */
  users(ids: readonly number[], nowSec: number): Promise<ReadonlyMap<number, PublicUser>>
}

/** Dependencies of this domain's calls. */
export interface MessagesParts extends MessagesNeeds {
  bulletins: BulletinStore
  messages: MessageStore
}
