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

/** What this domain needs from outside. */
export interface MessagesNeeds {
  subjects: Pick<Subjects, 'findSummaries' | 'urlOf'>
  /** Existing users, by id. */
  users(ids: readonly number[], nowSec: number): Promise<ReadonlyMap<number, PublicUser>>
}

/** Dependencies of this domain's calls. */
export interface MessagesParts extends MessagesNeeds, Pick<Platform, 'clock' | 'events' | 'log'> {
  bulletins: BulletinStore
  messages: MessageStore
}
