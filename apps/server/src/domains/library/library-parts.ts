import type { Platform } from '../../platform/platform.ts'
import type { FavouriteStore } from './favourite-store.ts'
import type { FollowStore } from './follow-store.ts'
import type { LibraryNeeds } from './library-needs.ts'
import type { ListStore } from './list-store.ts'
import type { OpinionStore } from './opinion-store.ts'
import type { RecordCollector } from './record-collector.ts'
import type { RecordStore } from './record-store.ts'
import type { RecordWriter } from './record-writer.ts'
import type { ReminderStore } from './reminder-store.ts'
import type { SubscriptionStore } from './subscription-store.ts'

/** Dependencies of this domain's calls. */
export interface LibraryParts extends LibraryNeeds, Pick<Platform, 'clock' | 'channel'> {
  records: RecordStore
  writer: RecordWriter
  collector: RecordCollector
  favourites: FavouriteStore
  follows: FollowStore
  subscriptions: SubscriptionStore
  opinions: OpinionStore
  lists: ListStore
  reminders: ReminderStore
}
