import type { CommentKind } from '@yunmu/contract'
import type { Clock } from '../../platform/process/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { BulletinStore } from './bulletin-store.ts'
import type { MessageStore } from './message-store.ts'

/** What a message leads to. */
export interface Subject {
  /** The top category of a title; 0 for what is none. */
  pidId: number
  /** The kind of a channel; empty for what is none. */
  types: string
}

/** Somebody as others see them. */
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
  /** Those of a kind that visitors may find, by id. */
  subjects: Readonly<
    Record<CommentKind, (ids: readonly number[], nowSec: number) => Promise<ReadonlyMap<number, Subject>>>
  >
  /** Those who have an account, by id. */
  users(ids: readonly number[], nowSec: number): Promise<ReadonlyMap<number, PublicUser>>
}

/** What the calls of this domain work with. */
export interface MessagesParts extends MessagesNeeds {
  bulletins: BulletinStore
  messages: MessageStore
}
