import { sql, type Kysely } from 'kysely'
import type { Danmaku } from '@yunmu/contract'
import { columns, toDanmaku } from './danmaku-rows.ts'
import { segmentOf, type DanmakuStyle, type Pool } from './danmaku-rules.ts'
import type { StateChange } from './announce-state.ts'
import type { DanmakuTables } from './danmaku-tables.ts'

/** A danmaku that no user of the station sent. */
export interface ImportedDanmaku extends DanmakuStyle {
  atMs: number
  text: string
  sender: string
  weight: number
  /** Why moderation holds it; empty if it is shown. */
  found: string
  /** Identifies it in its pool; null for demonstration danmaku. */
  origin: string | null
  createdMs: number
}

/** A danmaku as written to files. */
export interface PoolRow extends DanmakuStyle {
  id: number
  atMs: number
  text: string
  sender: string
  createdMs: number
}

/** A pool and its counts. */
export interface PoolCount extends Pool {
  total: number
  imported: number
  held: number
}

/** The number of added danmaku, and how many of them are held. */
export interface Added {
  added: number
  held: number
}

/** Operations on whole pools: imports, shifts, removals, and bulk reads. */
export interface PoolStore {
  /** Adds what is missing. Returns how many were added, and how many of them are held. */
  add(pool: Pool, source: 'import' | 'demo', danmaku: readonly ImportedDanmaku[]): Promise<Added>
  /** Shifts imported danmaku. Moments before the start become 0. Returns the number of imported danmaku. */
  move(pool: Pool, byMs: number): Promise<number>
  /** The earliest moment of imported danmaku, milliseconds; null for none. */
  firstImportedMs(pool: Pool): Promise<number | null>
  /** Returns the number of removed danmaku. */
  removeImported(pool: Pool): Promise<number>
  /** Shown danmaku in order of moments, after a cursor. */
  page(pool: Pool, after: { atMs: number; id: number }, limit: number): Promise<PoolRow[]>
  /** The number of shown danmaku from a moment on, at most `limit`. */
  countShown(pool: Pool, sinceMs: number, limit: number): Promise<number>
  pools(): Promise<PoolCount[]>
  /** Deletes danmaku before a moment from the pools of a broadcast, in batches. Returns the number. */
  deleteBefore(kind: Pool['kind'], id: number, beforeMs: number): Promise<number>
  /** Subjects of other kinds than these that have danmaku. */
  broadcasts(kindsWithEpisodes: readonly Pool['kind'][]): Promise<{ kind: Pool['kind']; id: number }[]>
  /** Whether the pool has danmaku of the demonstration programme, from a moment on. */
  hasDemo(pool: Pool, fromMs?: number): Promise<boolean>
  /** Demonstration danmaku that were added at `createdMs`, from a moment on. */
  demoOf(pool: Pool, added: { createdMs: number; fromMs: number }): Promise<Danmaku[]>
  lastDemoMs(pool: Pool): Promise<number | null>
  removeDemo(): Promise<Pool[]>
  /**
   * Locks the danmaku that users sent or liked, and then their segments, until the transaction ends. Each in one order,
   * and rows before segments like every other writer, to avoid deadlocks.
   */
  lockOfUsers(tx: Kysely<DanmakuTables>, userIds: readonly number[]): Promise<void>
  /** Shown danmaku of users, which are deleted with them. */
  shownOfUsers(tx: Kysely<DanmakuTables>, userIds: readonly number[]): Promise<StateChange[]>
}

const maxDeletedPerStatement = 10_000

export function createPoolStore(db: Kysely<DanmakuTables>): PoolStore {
  const inPool = ({ kind, id, level }: Pool) =>
    db.selectFrom('danmaku').where('kind', '=', kind).where('subject_id', '=', id).where('level', '=', level)
  const imported = (pool: Pool) => inPool(pool).where('source', '=', 'import')
  return {
    async add({ kind, id, level }, source, danmaku) {
      const list = <Key extends keyof ImportedDanmaku>(key: Key) => danmaku.map((one) => one[key])
      const { rows } = await sql<Added>`
        with added as (
          insert into danmaku (kind, subject_id, level, source, at_ms, mode, color, size, text, sender, weight, origin, created_ms, found, state)
          select ${kind}, ${id}::int, ${level}::int, ${source}, given.*, case when found = '' then 'shown' else 'held' end
          from unnest(${list('atMs')}::bigint[], ${list('mode')}::text[], ${list('color')}::int[],
            ${list('size')}::smallint[], ${list('text')}::text[], ${list('sender')}::text[],
            ${list('weight')}::smallint[], ${list('origin')}::text[], ${list('createdMs')}::bigint[],
            ${list('found')}::text[]) as given(at_ms, mode, color, size, text, sender, weight, origin, created_ms, found)
          on conflict (kind, subject_id, level, origin) where origin is not null do nothing
          returning state
        )
        select count(*) as added, count(*) filter (where state = 'held') as held from added`.execute(db)
      return rows[0] ?? { added: 0, held: 0 }
    },
    async move({ kind, id, level }, byMs) {
      const { numUpdatedRows } = await db
        .updateTable('danmaku')
        .set({ at_ms: sql<number>`at_ms + ${byMs}::bigint` })
        .where('kind', '=', kind)
        .where('subject_id', '=', id)
        .where('level', '=', level)
        .where('source', '=', 'import')
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },
    async firstImportedMs(pool) {
      const { first } = await imported(pool)
        .select(({ fn }) => fn.min<number | null>('at_ms').as('first'))
        .executeTakeFirstOrThrow()
      return first
    },
    async removeImported({ kind, id, level }) {
      const { numDeletedRows } = await db
        .deleteFrom('danmaku')
        .where('kind', '=', kind)
        .where('subject_id', '=', id)
        .where('level', '=', level)
        .where('source', '=', 'import')
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    page: (pool, after, limit) =>
      inPool(pool)
        .where('state', '=', 'shown')
        .where(({ eb, refTuple, tuple }) => eb(refTuple('at_ms', 'id'), '>', tuple(after.atMs, after.id)))
        .select(['id', 'at_ms as atMs', 'mode', 'color', 'size', 'text', 'sender', 'created_ms as createdMs'])
        .orderBy('at_ms')
        .orderBy('id')
        .limit(limit)
        .execute(),
    async countShown(pool, sinceMs, limit) {
      const shown = inPool(pool).where('at_ms', '>=', sinceMs).where('state', '=', 'shown')
      const { count } = await db
        .selectFrom(shown.select('at_ms').limit(limit).as('shown'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    pools: () =>
      db
        .selectFrom('danmaku')
        .where('state', '<>', 'removed')
        .select(['kind', 'subject_id as id', 'level', ({ fn }) => fn.countAll<number>().as('total')])
        .select(sql<number>`count(*) filter (where source = 'import')`.as('imported'))
        .select(sql<number>`count(*) filter (where state = 'held')`.as('held'))
        .groupBy(['kind', 'subject_id', 'level'])
        .orderBy('kind', 'desc')
        .orderBy('subject_id')
        .orderBy('level')
        .execute(),
    async deleteBefore(kind, id, beforeMs) {
      let deleted = 0
      for (;;) {
        const { numAffectedRows = 0n } = await sql`
          delete from danmaku where id in (
            select id from danmaku
            where kind = ${kind} and subject_id = ${id}::int and level = 0 and at_ms < ${beforeMs}::bigint
            limit ${maxDeletedPerStatement}::int
          )`.execute(db)
        deleted += Number(numAffectedRows)
        if (numAffectedRows < maxDeletedPerStatement) break
      }
      await db
        .deleteFrom('danmaku_segment')
        .where('kind', '=', kind)
        .where('subject_id', '=', id)
        .where('level', '=', 0)
        .where('segment', '<', segmentOf(beforeMs))
        .execute()
      return deleted
    },
    async broadcasts(kindsWithEpisodes) {
      // One index probe per pool, however large it is (loose index scan).
      const { rows } = await sql<{ kind: Pool['kind']; id: number }>`
        with recursive pool as (
          (select kind, subject_id from danmaku where kind <> all(${kindsWithEpisodes}::text[]) order by kind, subject_id limit 1)
          union all
          select next.kind, next.subject_id from pool cross join lateral (
            select kind, subject_id from danmaku
            where kind <> all(${kindsWithEpisodes}::text[]) and (kind, subject_id) > (pool.kind, pool.subject_id)
            order by kind, subject_id limit 1
          ) as next
        )
        select kind, subject_id as id from pool`.execute(db)
      return rows
    },
    async hasDemo(pool, fromMs = 0) {
      const found = inPool(pool).where('at_ms', '>=', fromMs).where('source', '=', 'demo').select('id').limit(1)
      return (await found.execute()).length > 0
    },
    async demoOf(pool, { createdMs, fromMs }) {
      const rows = await inPool(pool)
        .where('at_ms', '>=', fromMs)
        .where('source', '=', 'demo')
        .where('created_ms', '=', createdMs)
        .select(columns)
        .orderBy('at_ms')
        .execute()
      return rows.map(toDanmaku)
    },
    async lastDemoMs(pool) {
      const last = inPool(pool).where('source', '=', 'demo').select('at_ms').orderBy('at_ms', 'desc').limit(1)
      return (await last.execute())[0]?.at_ms ?? null
    },
    async removeDemo() {
      const rows = await db
        .deleteFrom('danmaku')
        .where('source', '=', 'demo')
        .returning(['kind', 'subject_id as id', 'level'])
        .execute()
      return [...new Map(rows.map((pool) => [Object.values(pool).join(), pool])).values()]
    },
    async lockOfUsers(tx, userIds) {
      const ofUsers = sql`(
        select id from danmaku where user_id = any(${[...userIds]}::int[])
        union select danmaku_id from danmaku_up where user_id = any(${[...userIds]}::int[])
      )`
      await sql`select from danmaku where id in ${ofUsers} order by id for update`.execute(tx)
      await sql`
        select from danmaku_segment where (kind, subject_id, level, segment) in (
          select kind, subject_id, level, at_ms / 15000 from danmaku where id in ${ofUsers}
        ) order by kind, subject_id, level, segment for update`.execute(tx)
    },
    async shownOfUsers(tx, userIds) {
      const rows = await tx
        .selectFrom('danmaku')
        .select(['id', 'kind', 'subject_id', 'level', 'at_ms'])
        .where('user_id', 'in', [...userIds])
        .where('state', '=', 'shown')
        .execute()
      return rows.map(({ id, kind, subject_id, level, at_ms }) => ({
        id: String(id),
        was: 'shown',
        state: 'removed',
        danmaku: { time: at_ms / 1000 },
        pool: {
          kind,
          id: subject_id,
          level,
        },
      }))
    },
  }
}
