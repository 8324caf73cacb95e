import { sql, type Kysely, type Transaction } from 'kysely'
import type { LibraryTables } from './library-tables.ts'

export interface ProgrammeKey {
  channelId: number
  startSec: number
}

export interface StoredProgrammeReminder extends ProgrammeKey {
  name: string
}

export interface ReminderStore {
  /** Follows a title whose episodes are playable up to a level (0: none). Says why not otherwise. */
  follow(
    userId: number,
    title: { id: number; playableLevel: number },
    limits: { nowSec: number; maxReminders: number },
  ): Promise<'added' | 'already' | 'full'>
  /** Returns how many of these were followed. */
  unfollow(userId: number, titleIds: readonly number[]): Promise<number>
  isFollowed(userId: number, titleId: number): Promise<boolean>
  /** Followed titles, last followed first. */
  followed(userId: number): Promise<{ titleId: number; createdAt: number }[]>
  remind(
    userId: number,
    programme: StoredProgrammeReminder,
    limits: { maxReminders: number },
  ): Promise<'added' | 'already' | 'full'>
  /** Returns whether there was a reminder, as a count. */
  forget(userId: number, programme: ProgrammeKey): Promise<number>
  /** A user's reminders, the next programme first. */
  programmes(userId: number): Promise<StoredProgrammeReminder[]>
  /** Ids of titles that anybody follows, in order, behind one. */
  followedTitles(afterId: number, limit: number): Promise<number[]>
  /** Marks followers of these titles as notified of these levels. Returns those who were not, by title. */
  advance(
    tx: Transaction<LibraryTables>,
    titles: readonly { titleId: number; level: number }[],
  ): Promise<Map<number, number[]>>
  /** Deletes the reminders of programmes that begin by a time. Returns them with their users. */
  takeBegun(
    tx: Transaction<LibraryTables>,
    untilSec: number,
  ): Promise<(StoredProgrammeReminder & { userIds: number[] })[]>
}

export function createReminderStore(db: Kysely<LibraryTables>): ReminderStore {
  /** Runs additions of one user one after another, so that none exceeds the limit. */
  const serialised = <Result>(userId: number, run: (tx: Transaction<LibraryTables>) => Promise<Result>) =>
    db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('library.remind'), ${userId}::int)`.execute(tx)
      return run(tx)
    })
  return {
    follow: (userId, { id, playableLevel }, { nowSec, maxReminders }) =>
      serialised(userId, async (tx) => {
        const own = await tx.selectFrom('title_follow').select('title_id').where('user_id', '=', userId).execute()
        if (own.some(({ title_id }) => title_id === id)) return 'already'
        if (own.length >= maxReminders) return 'full'
        await tx
          .insertInto('title_follow')
          .values({ user_id: userId, title_id: id, notified_level: playableLevel, created_at: nowSec })
          .execute()
        return 'added'
      }),

    async unfollow(userId, titleIds) {
      const { numDeletedRows } = await db
        .deleteFrom('title_follow')
        .where('user_id', '=', userId)
        .where('title_id', '=', sql<number>`any(${[...titleIds]}::int[])`)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    async isFollowed(userId, titleId) {
      const row = await db
        .selectFrom('title_follow')
        .select('title_id')
        .where('user_id', '=', userId)
        .where('title_id', '=', titleId)
        .executeTakeFirst()
      return row !== undefined
    },

    followed: (userId) =>
      db
        .selectFrom('title_follow')
        .select(['title_id as titleId', 'created_at as createdAt'])
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('title_id', 'desc')
        .execute(),

    remind: (userId, { channelId, startSec, name }, { maxReminders }) =>
      serialised(userId, async (tx) => {
        const own = await tx.selectFrom('programme_reminder').selectAll().where('user_id', '=', userId).execute()
        if (own.some((one) => one.channel_id === channelId && one.start_sec === startSec)) return 'already'
        if (own.length >= maxReminders) return 'full'
        await tx
          .insertInto('programme_reminder')
          .values({ user_id: userId, channel_id: channelId, start_sec: startSec, name })
          .execute()
        return 'added'
      }),

    async forget(userId, { channelId, startSec }) {
      const { numDeletedRows } = await db
        .deleteFrom('programme_reminder')
        .where('user_id', '=', userId)
        .where('channel_id', '=', channelId)
        .where('start_sec', '=', startSec)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    programmes: (userId) =>
      db
        .selectFrom('programme_reminder')
        .select(['channel_id as channelId', 'start_sec as startSec', 'name'])
        .where('user_id', '=', userId)
        .orderBy('start_sec')
        .orderBy('channel_id')
        .execute(),

    async followedTitles(afterId, limit) {
      const rows = await db
        .selectFrom('title_follow')
        .select('title_id')
        .distinct()
        .where('title_id', '>', afterId)
        .orderBy('title_id')
        .limit(limit)
        .execute()
      return rows.map(({ title_id }) => title_id)
    },

    async advance(tx, titles) {
      const ids = titles.map(({ titleId }) => titleId)
      const levels = titles.map(({ level }) => level)
      const { rows } = await sql<{ user_id: number; title_id: number }>`
        update title_follow set notified_level = playable.level
        from unnest(${ids}::int[], ${levels}::int[]) as playable (title_id, level)
        where title_follow.title_id = playable.title_id and notified_level < playable.level
        returning user_id, title_follow.title_id
      `.execute(tx)
      const groups = Map.groupBy(rows, ({ title_id }) => title_id)
      return new Map([...groups].map(([id, followers]) => [id, followers.map(({ user_id }) => user_id)]))
    },

    async takeBegun(tx, untilSec) {
      const rows = await tx
        .deleteFrom('programme_reminder')
        .where('start_sec', '<=', untilSec)
        .returning(['user_id', 'channel_id as channelId', 'start_sec as startSec', 'name'])
        .execute()
      const groups = Map.groupBy(rows, ({ channelId, startSec }) => `${channelId} ${startSec}`)
      return [...groups.values()].flatMap((group) => {
        const [first] = group
        if (!first) return []
        const { channelId, startSec, name } = first
        return [{ channelId, startSec, name, userIds: group.map(({ user_id }) => user_id) }]
      })
    },
  }
}
