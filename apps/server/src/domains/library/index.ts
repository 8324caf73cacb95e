import type { Transaction } from 'kysely'
import type { CallRegistry } from '../../platform/calls/mount-call.ts'
import { jobHandler, type DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { mountUserFavoriteCancelChannel } from './calls/user-favorite-cancel-channel.ts'
import { mountUserFavoriteSave } from './calls/user-favorite-save.ts'
import { mountUserFavorites } from './calls/user-favorites.ts'
import { mountUserHistoryClear } from './calls/user-history-clear.ts'
import { mountUserHistoryDelete } from './calls/user-history-delete.ts'
import { mountUserHistoryRestore } from './calls/user-history-restore.ts'
import { mountUserLists } from './calls/user-lists.ts'
import { mountUserListTitles } from './calls/user-list-titles.ts'
import { mountUserListRename } from './calls/user-list-rename.ts'
import { mountUserListRemove } from './calls/user-list-remove.ts'
import { mountUserListOrder } from './calls/user-list-order.ts'
import { mountUserListDelete } from './calls/user-list-delete.ts'
import { mountUserListCreate } from './calls/user-list-create.ts'
import { mountUserListAdd } from './calls/user-list-add.ts'
import { mountUserProgrammeForget } from './calls/user-programme-forget.ts'
import { mountUserProgrammeRemind } from './calls/user-programme-remind.ts'
import { mountUserReminders } from './calls/user-reminders.ts'
import { mountUserSubs } from './calls/user-subs.ts'
import { mountUserTitleFollow } from './calls/user-title-follow.ts'
import { mountUserTitleUnfollow } from './calls/user-title-unfollow.ts'
import { mountUserWatchRecord } from './calls/user-watch-record.ts'
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
import { moveBelongings } from './belongings-store.ts'
import { createFavouriteStore, type ImportedFavourite } from './favourite-store.ts'
import { createFollowStore } from './follow-store.ts'
import { exportLibrary, type LibraryExport } from './library-export.ts'
import type { LibraryNeeds } from './library-needs.ts'
import type { LibraryParts } from './library-parts.ts'
import type { LibraryTables } from './library-tables.ts'
import { createListStore } from './list-store.ts'
import { createOpinionStore, type Opinion } from './opinion-store.ts'
import { createRecordCollector } from './record-collector.ts'
import { createRecordStore, type NewRecord, type RecordStore } from './record-store.ts'
import { createRecordWriter } from './record-writer.ts'
import { createReminderStore } from './reminder-store.ts'
import { notifyJob, sendReminders } from './send-reminders.ts'
import { createSubscriptionStore, type SubscriptionStore } from './subscription-store.ts'
import { mountWatchUp } from './watch-up.ts'
import { libraryExchange } from './library-exchange.ts'

/** What this domain offers to the application. */
export interface Library {
  /** Writes the collected watch records. */
  flush(): Promise<void>
  /** Deletes records that users removed long ago. */
  purgeRemoved(): Promise<void>
  /** The channels that a user follows. */
  followedBy(userId: number): Promise<Set<number>>
  /** Users' subscriptions of matches. */
  subscriptions: SubscriptionStore
  /** A user's opinion of a title. */
  opinionOf(userId: number, titleId: number): Promise<Opinion>
  /** Titles that users watched, for recommendations. */
  watched: Pick<RecordStore, 'lastTitles' | 'watchedNext'>
  /** Adds favourites and watch records of an older system, in the caller's transaction. Newer records stay. */
  importIn(
    tx: Transaction<unknown>,
    from: { favourites: readonly ImportedFavourite[]; records: readonly NewRecord[] },
  ): Promise<void>
  /** All stored data of a user. */
  exportOf(userId: number): Promise<LibraryExport>
  /** Moves what users keep of a title to another: favourites, follows, lists, history, likes and scores. */
  moveIn(
    tx: Transaction<unknown>,
    move: { from: number; to: number; only: Readonly<Record<string, readonly number[]>> | null },
  ): Promise<Record<string, number[]>>
  readonly module: DomainModule
}

const mounts: readonly ((registry: CallRegistry, parts: LibraryParts) => void)[] = [
  mountUserFavoriteCancelChannel,
  mountUserFavoriteSave,
  mountUserFavorites,
  mountUserHistoryClear,
  mountUserHistoryDelete,
  mountUserHistoryRestore,
  mountUserLists,
  mountUserListTitles,
  mountUserListRename,
  mountUserListRemove,
  mountUserListOrder,
  mountUserListDelete,
  mountUserListCreate,
  mountUserListAdd,
  mountUserProgrammeForget,
  mountUserProgrammeRemind,
  mountUserReminders,
  mountUserSubs,
  mountUserTitleFollow,
  mountUserTitleUnfollow,
  mountUserWatchRecord,
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
export function createLibrary(
  platform: Pick<Platform, 'db' | 'clock' | 'channel' | 'jobs'>,
  needs: LibraryNeeds,
): Library {
  const { clock, channel } = platform
  const db = platform.db.withTables<LibraryTables>()
  const records = createRecordStore(db)
  const writer = createRecordWriter({ store: records, ...needs })
  const parts: LibraryParts = {
    clock,
    channel,
    ...needs,
    records,
    writer,
    collector: createRecordCollector(writer, channel),
    favourites: createFavouriteStore(db, needs.titles),
    follows: createFollowStore(db),
    subscriptions: createSubscriptionStore(db),
    opinions: createOpinionStore(db, needs.titles),
    lists: createListStore(db, needs.titles),
    reminders: createReminderStore(db),
  }
  const purgeRemoved = (): Promise<void> => records.purgeRemoved(nowSec(clock) - removedRetentionSec)
  const exportOf = (userId: number): Promise<LibraryExport> => exportLibrary(parts, userId)
  return {
    flush: parts.collector.flush,
    purgeRemoved,
    async followedBy(userId) {
      return new Set((await parts.follows.list(userId)).map(({ channelId }) => channelId))
    },
    subscriptions: parts.subscriptions,
    opinionOf: parts.opinions.of,
    watched: records,
    async importIn(tx, from) {
      const tables = tx.withTables<LibraryTables>()
      await createFavouriteStore(tables, needs.titles).addAll(from.favourites)
      if (from.records.length > 0) await createRecordStore(tables).save(from.records)
    },
    exportOf,
    async moveIn(transaction, move) {
      const tx = transaction.withTables<LibraryTables>()
      const { moved, opinions } = await moveBelongings(tx, move)
      const { ups, tenths, scores } = opinions
      if (ups + scores > 0)
        await needs.titles.removeOpinions(tx, [
          { titleId: move.from, ups, tenths, scores },
          { titleId: move.to, ups: -ups, tenths: -tenths, scores: -scores },
        ])
      return moved
    },
    module: {
      name: 'library',
      exchange: libraryExchange,
      calls(registry) {
        for (const mount of mounts) mount(registry, parts)
      },
      realtime: { ups: (registry) => mountWatchUp(registry, parts) },
      jobs: [jobHandler(notifyJob, ({ userIds, notice }) => needs.notify(userIds, notice))],
      schedules: [
        { name: 'library.purgeRemoved', everyMinutes: 24 * 60, run: purgeRemoved },
        {
          name: 'library.remind',
          everyMinutes: 1,
          run: () => sendReminders({ db, jobs: platform.jobs, ...parts }, nowSec(clock)),
        },
      ],
      // A station whose main process is killed loses at most this much.
      timers: [{ name: 'library.flush', everyMs: 5000, run: parts.collector.flush, runsAtClose: true }],
      personalData: {
        exportOf,
        // Their opinions are subtracted from the sums of titles.
        async deleteOf(tx, userIds) {
          const changed = await parts.opinions.removeOfUsers(tx.withTables<LibraryTables>(), userIds)
          return () => {
            if (changed.length > 0) parts.titles.announceOpinions(changed)
          }
        },
      },
    },
  }
}

export { typeOfTitle } from './record-rules.ts'
export type { ImportedFavourite, LibraryNeeds, LibraryTables, NewRecord }
