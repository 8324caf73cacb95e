import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Subjects } from '../../platform/subjects.ts'
import type { BulletinStore } from './bulletin-store.ts'
import type { MessageStore } from './message-store.ts'

/** A user as seen by others. */
export interface PublicUser {
  nickname: string
  /** Relative to the base of pictures; empty for none. */
  portrait: string
  isVip: boolean
}

/** A message for browsers in which no page is open. `topic`: a later one with the same replaces it. */
export interface PushedMessage {
  topic: string
  title: string
  body: string
  /** Path of the page that it opens. */
  url: string
  /** It is of no use later, Unix seconds. */
  expiresSec: number
}

/** What this domain needs from outside. */
export interface MessagesNeeds {
  subjects: Pick<Subjects, 'findSummaries' | 'urlOf'>
  /** Existing users, by id. */
  users(ids: readonly number[], nowSec: number): Promise<ReadonlyMap<number, PublicUser>>
  /** Which of these users hide scores. */
  hidingScores(userIds: readonly number[]): Promise<ReadonlySet<number>>
  /** Sends a message to the browsers of users who asked for it, with the commit of a transaction. */
  push(tx: OpenTransaction, userIds: readonly number[], message: PushedMessage): Promise<void>
}

/** Dependencies of this domain's calls. */
export interface MessagesParts extends MessagesNeeds, Pick<Platform, 'clock' | 'events' | 'log'> {
  bulletins: BulletinStore
  messages: MessageStore
}
