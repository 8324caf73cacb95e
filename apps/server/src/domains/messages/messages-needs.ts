import type { Clock } from '../../platform/process/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Logger } from '../../platform/process/logger.ts'
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

/** What this domain needs from outside. */
export interface MessagesNeeds {
  clock: Clock
  events: Events
  log: Logger
  subjects: Pick<Subjects, 'summaries' | 'urlOf'>
  /** Existing users, by id. */
  users(ids: readonly number[], nowSec: number): Promise<ReadonlyMap<number, PublicUser>>
}

/** Dependencies of this domain's calls. */
export interface MessagesParts extends MessagesNeeds {
  bulletins: BulletinStore
  messages: MessageStore
}
