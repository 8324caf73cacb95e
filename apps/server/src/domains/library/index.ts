import type { Kysely } from 'kysely'
import type { CallBook } from '../../platform/calls/mount-call.ts'
import type { DomainModule } from '../../platform/domain-module.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { mountUserFavoriteCancelChannel } from './calls/user-favorite-cancel-channel.ts'
import { mountUserFavoriteSave } from './calls/user-favorite-save.ts'
import { mountUserFavorites } from './calls/user-favorites.ts'
import { mountUserHistoryClear } from './calls/user-history-clear.ts'
import { mountUserHistoryDelete } from './calls/user-history-delete.ts'
import { mountUserHistoryRestore } from './calls/user-history-restore.ts'
import { mountUserSubs } from './calls/user-subs.ts'
import { mountUserWatchSave } from './calls/user-watch-save.ts'
import { mountUserWatchesSync } from './calls/user-watches-sync.ts'
import { mountUserWatches } from './calls/user-watches.ts'
import { mountVodFavoriteCancel } from './calls/vod-favorite-cancel.ts'
import { mountVodFavoriteList } from './calls/vod-favorite-list.ts'
import { mountVodFavorite } from './calls/vod-favorite.ts'
import { mountVodHistoryDelete } from './calls/vod-history-delete.ts'
import { mountVodHistoryList } from './calls/vod-history-list.ts'
import { mountVodScore } from './calls/vod-score.ts'
import { mountVodUp } from './calls/vod-up.ts'
import { mountVodWatchRecord } from './calls/vod-watch-record.ts'
import { createFavouriteStore } from './favourite-store.ts'
import { createFollowStore } from './follow-store.ts'
import { exportLibrary, type LibraryExport } from './library-export.ts'
import type { LibraryNeeds } from './library-needs.ts'
import type { LibraryParts } from './library-parts.ts'
import type { LibraryTables } from './library-tables.ts'
import { createOpinionStore, type Opinion } from './opinion-store.ts'
import { createRecordCollector } from './record-collector.ts'
import { createRecordStore } from './record-store.ts'
import { createRecordWriter } from './record-writer.ts'
import { createSubscriptionStore } from './subscription-store.ts'
import { createTitleChanges } from './title-changes.ts'
import { mountWatchUp } from './watch-up.ts'

/** What this domain offers to the application. */
export interface Library {
  /** Writes and announces what was collected. */
  flush(): Promise<void>
  /** Deletes records that users removed long ago. */
  purgeRemoved(): Promise<void>
  /** The channels that a user follows. */
  followedBy(userId: number): Promise<Set<number>>
  /** A user's opinion of a title. */
  opinionOf(userId: number, titleId: number): Promise<Opinion>
  /** All stored data of a user. */
  exportOf(userId: number): Promise<LibraryExport>
  readonly module: DomainModule
}

const mounts: readonly ((book: CallBook, parts: LibraryParts) => void)[] = [
  mountUserFavoriteCancelChannel,
  mountUserFavoriteSave,
  mountUserFavorites,
  mountUserHistoryClear,
  mountUserHistoryDelete,
  mountUserHistoryRestore,
  mountUserSubs,
  mountUserWatchSave,
  mountUserWatchesSync,
  mountUserWatches,
  mountVodFavoriteCancel,
  mountVodFavoriteList,
  mountVodFavorite,
  mountVodHistoryDelete,
  mountVodHistoryList,
  mountVodScore,
  mountVodUp,
  mountVodWatchRecord,
]

/** A device that was offline for longer may restore records that were removed on another device. */
const removedRetentionSec = 90 * 24 * 3600

/** Watch history, favourites, followed channels, likes and scores of users. */
export function createLibrary(db: Kysely<LibraryTables>, needs: LibraryNeeds): Library {
  const records = createRecordStore(db)
  const writer = createRecordWriter({ store: records, ...needs })
  const parts: LibraryParts = {
    ...needs,
    records,
    writer,
    collector: createRecordCollector(writer),
    favourites: createFavouriteStore(db, needs.titles),
    follows: createFollowStore(db),
    subscriptions: createSubscriptionStore(db),
    opinions: createOpinionStore(db, needs.titles),
    titleChanges: createTitleChanges(needs.titles.announceChanged),
  }
  const flush = async (): Promise<void> => {
    parts.titleChanges.flush()
    await parts.collector.flush()
  }
  const purgeRemoved = (): Promise<void> => records.purgeRemoved(nowSec(needs.clock) - removedRetentionSec)
  const exportOf = (userId: number): Promise<LibraryExport> => exportLibrary(parts, userId)
  return {
    flush,
    purgeRemoved,
    async followedBy(userId) {
      return new Set((await parts.follows.list(userId)).map(({ channelId }) => channelId))
    },
    opinionOf: parts.opinions.of,
    exportOf,
    module: {
      name: 'library',
      calls(book) {
        for (const mount of mounts) mount(book, parts)
      },
      realtime: { ups: (book) => mountWatchUp(book, parts) },
      schedules: [{ name: 'library.purgeRemoved', everyMinutes: 24 * 60, run: purgeRemoved }],
      // A process that is killed loses at most this much.
      timers: [{ name: 'library.flush', everyMs: 5000, run: flush, runsAtClose: true }],
      personalData: {
        exportOf,
        // Their opinions are subtracted from the sums of titles.
        async deleteOf(tx, userIds) {
          const changed = await parts.opinions.removeOfUsers(tx.withTables<LibraryTables>(), userIds)
          return () => changed.forEach(parts.titleChanges.add)
        },
      },
    },
  }
}

export type { LibraryNeeds, LibraryTables }
