import type { WatchType } from '@yunmu/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { LibraryTables } from './library-tables.ts'
import type { WatchRecord } from './record-rules.ts'

/** A user's record of a visible title, channel or match. */
export interface NewRecord extends WatchRecord {
  userId: number
  type: WatchType
  /** In simplified script. */
  name: string
}

export interface StoredRecord extends WatchRecord {
  type: WatchType
  name: string
  /** When it was removed, Unix seconds; null for a visible one. */
  deletedAt: number | null
}

export interface RecordFilter {
  type: WatchType | null
  /** A part of the name in simplified script; empty for any. */
  name: string
}

export interface RecordStore {
  /**
   * Writes records, at most one for each user and title. The newer of it and the stored one stays. One from before a
   * removal stays hidden. Fails as a whole if a user was deleted.
   */
  save(records: readonly NewRecord[]): Promise<void>
  count(userId: number, filter: RecordFilter): Promise<number>
  /** Newest first. */
  list(userId: number, filter: RecordFilter, page: { offset: number; limit: number }): Promise<StoredRecord[]>
  find(userId: number, key: Pick<WatchRecord, 'kind' | 'refId'>): Promise<StoredRecord | null>
  /**
   * Removes these records, or all if `keys` is null, up to now. Removing all also hides older records that are uploaded
   * later. Returns the number of records that were visible.
   */
  remove(userId: number, keys: readonly Pick<WatchRecord, 'kind' | 'refId'>[] | null, nowMs: number): Promise<number>
  /** Restores what the last removal since then removed, and cancels a removal of all. Returns the number of records. */
  restore(userId: number, sinceMs: number): Promise<number>
  /** Deletes records that were removed before that time, Unix seconds. */
  purgeRemoved(beforeSec: number): Promise<void>
  /** The titles that a user watched last, newest first. */
  lastTitles(userId: number, limit: number): Promise<number[]>
  /**
   * What other users watched after these titles, each by at least two of them. Of the users of a title, those of a
   * bounded sample count.
   */
  watchedNext(
    titleIds: readonly number[],
    exceptUserId: number,
  ): Promise<{ sourceId: number; titleId: number; count: number }[]>
  /** All records, removed ones included. */
  all(userId: number): Promise<StoredRecord[]>
}

/** Maximum number of records per user; the oldest are deleted. */
export const maxRecordsPerUser = 2000

/** Users of a title whose later titles are counted. */
const viewersPerTitle = 300
const maxWatchedNext = 100

/** Array literal (PostgreSQL 8.15.6). The driver would quote each number. */
const arrayLiteral = (values: readonly number[]): string => `{${values.join(',')}}`

const toStoredRecord = (row: Selectable<LibraryTables['watch_record']>): StoredRecord => ({
  type: row.type,
  refId: row.ref_id,
  kind: row.kind,
  level: row.level,
  positionMs: row.position_ms,
  durationMs: row.duration_ms,
  name: row.name,
  watchedAt: row.watched_at,
  deletedAt: row.watched_at > row.deleted_at ? null : row.deleted_at,
})

export function createRecordStore(db: Kysely<LibraryTables>): RecordStore {
  const visible = (userId: number, { type, name }: RecordFilter) =>
    db
      .selectFrom('watch_record')
      .where('user_id', '=', userId)
      .whereRef('watched_at', '>', 'deleted_at')
      .$if(type !== null, (query) => query.where('type', '=', type ?? 'vod'))
      .$if(name !== '', (query) => query.where(sql<boolean>`strpos(lower(name), lower(${name})) > 0`))

  const trim = async (userIds: readonly number[]): Promise<void> => {
    await sql`
      delete from watch_record using (
        select user_id, kind, ref_id,
          row_number() over (partition by user_id order by watched_at desc, kind, ref_id) as place
        from watch_record where user_id = any(${userIds}::int[])
      ) as placed
      where placed.place > ${maxRecordsPerUser} and watch_record.user_id = placed.user_id
        and watch_record.kind = placed.kind and watch_record.ref_id = placed.ref_id
    `.execute(db)
  }

  /**
   * Hides late records from before the user cleared the history, with the time of the first clearing that covers them.
   * A separate statement after the records are written, so that of a concurrent clearing one of the two sees the
   * other's rows.
   */
  const hideCleared = async (userIds: readonly number[]): Promise<void> => {
    await sql`
      update watch_record set deleted_at = clearing.cleared_ms / 1000, deletion_ms = clearing.cleared_ms
      from history_clear as clearing
      where clearing.user_id = any(${arrayLiteral(userIds)}::int[]) and watch_record.user_id = clearing.user_id
        and watched_at > deleted_at and watched_at <= clearing.cleared_ms / 1000
        and not exists (
          select from history_clear as before where before.user_id = clearing.user_id
            and before.cleared_ms < clearing.cleared_ms and watch_record.watched_at <= before.cleared_ms / 1000
        )
    `.execute(db)
  }

  return {
    async save(records) {
      const column = (key: 'userId' | 'refId' | 'level' | 'positionMs' | 'durationMs' | 'watchedAt'): string =>
        arrayLiteral(records.map((record) => record[key]))
      // Ordered, so that concurrent writes of the same users cannot deadlock.
      const { rows } = await sql<{ user_id: number }>`
        with written as (
          insert into watch_record (user_id, type, ref_id, level, position_ms, duration_ms, name, watched_at)
          select * from unnest(
            ${column('userId')}::int[], ${records.map(({ type }) => type)}::text[], ${column('refId')}::int[],
            ${column('level')}::int[], ${column('positionMs')}::int[], ${column('durationMs')}::int[],
            ${records.map(({ name }) => name)}::text[], ${column('watchedAt')}::bigint[]
          ) as sent (user_id, type, ref_id, level, position_ms, duration_ms, name, watched_at)
          order by user_id, case when type in ('live', 'match') then type else 'vod' end, ref_id
          on conflict (user_id, kind, ref_id) do update set
            type = excluded.type, level = excluded.level, position_ms = excluded.position_ms,
            duration_ms = excluded.duration_ms, name = excluded.name, watched_at = excluded.watched_at
          where (excluded.watched_at, excluded.level, excluded.position_ms, excluded.duration_ms)
            > (watch_record.watched_at, watch_record.level, watch_record.position_ms, watch_record.duration_ms)
          returning user_id, xmax = 0 as is_first
        )
        select distinct user_id from written where is_first
      `.execute(db)
      if (rows.length > 0) await trim(rows.map(({ user_id }) => user_id))
      await hideCleared(records.map(({ userId }) => userId))
    },

    async count(userId, filter) {
      const { shownCount: total } = await visible(userId, filter)
        .select(({ fn }) => fn.countAll<number>().as('shownCount'))
        .executeTakeFirstOrThrow()
      return total
    },

    async list(userId, filter, { offset, limit }) {
      const rows = await visible(userId, filter)
        .selectAll()
        .orderBy('watched_at', 'desc')
        .orderBy('kind')
        .orderBy('ref_id')
        .offset(offset)
        .limit(limit)
        .execute()
      return rows.map(toStoredRecord)
    },

    async find(userId, { kind, refId }) {
      const row = await visible(userId, { type: null, name: '' })
        .selectAll()
        .where('kind', '=', kind)
        .where('ref_id', '=', refId)
        .executeTakeFirst()
      return row ? toStoredRecord(row) : null
    },

    async remove(userId, keys, nowMs) {
      if (keys === null) {
        const clearing = { user_id: userId, cleared_ms: nowMs }
        await db
          .insertInto('history_clear')
          .values(clearing)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
      const selected =
        keys === null
          ? sql`true`
          : sql`(kind, ref_id) in (select * from
              unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ refId }) => refId)}::int[]))`
      const { numAffectedRows } = await sql`
        with gone as (
          select kind, ref_id from watch_record
          where user_id = ${userId} and watched_at > deleted_at and ${selected}
          order by kind, ref_id for update
        )
        update watch_record set deleted_at = greatest(watched_at, ${Math.floor(nowMs / 1000)}), deletion_ms = ${nowMs}
        from gone
        where user_id = ${userId} and watch_record.kind = gone.kind and watch_record.ref_id = gone.ref_id
      `.execute(db)
      return Number(numAffectedRows)
    },

    async restore(userId, sinceMs) {
      const { numAffectedRows } = await sql`
        with last as (
          select max(deletion_ms) as ms from watch_record
          where user_id = ${userId} and watched_at <= deleted_at and deletion_ms > ${sinceMs}
        ), undone as (
          delete from history_clear
          where user_id = ${userId} and cleared_ms > ${sinceMs} and cleared_ms >= coalesce((select ms from last), 0)
        )
        update watch_record set deleted_at = 0, deletion_ms = 0 from last
        where user_id = ${userId} and watched_at <= deleted_at and deletion_ms = last.ms
      `.execute(db)
      return Number(numAffectedRows)
    },

    async purgeRemoved(beforeSec) {
      await db
        .deleteFrom('watch_record')
        .whereRef('watched_at', '<=', 'deleted_at')
        .where('deleted_at', '<', beforeSec)
        .execute()
      await db
        .deleteFrom('history_clear')
        .where('cleared_ms', '<', beforeSec * 1000)
        .execute()
    },

    async lastTitles(userId, limit) {
      const rows = await db
        .selectFrom('watch_record')
        .select('ref_id')
        .where('user_id', '=', userId)
        .where('kind', '=', 'vod')
        .where(sql<boolean>`watched_at > deleted_at`)
        .orderBy('watched_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ ref_id }) => ref_id)
    },

    async watchedNext(titleIds, exceptUserId) {
      const { rows } = await sql<{ sourceId: number; titleId: number; count: number }>`
        with viewer as (
          select asked.id as source_id, record.user_id, record.watched_at
          from unnest(${[...titleIds]}::int[]) as asked (id)
          cross join lateral (
            select user_id, watched_at from watch_record
            where ref_id = asked.id and kind = 'vod' and watched_at > deleted_at and user_id <> ${exceptUserId}
            limit ${viewersPerTitle}
          ) as record
        )
        select viewer.source_id as "sourceId", later.ref_id as "titleId", count(*)::int as count
        from viewer join watch_record as later on later.user_id = viewer.user_id and later.kind = 'vod'
        where later.watched_at > viewer.watched_at and later.watched_at > later.deleted_at
        group by 1, 2 having count(*) >= 2 order by 3 desc, 2 limit ${maxWatchedNext}
      `.execute(db)
      return rows
    },

    async all(userId) {
      const rows = await db
        .selectFrom('watch_record')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('watched_at', 'desc')
        .execute()
      return rows.map(toStoredRecord)
    },
  }
}
