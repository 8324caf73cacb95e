import type { Danmaku, DanmakuSettings, TextState } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { Clock } from '../../platform/process/clock.ts'
import { columns, toDanmaku, type Row } from './danmaku-rows.ts'
import {
  dayStartMs,
  heatStepSec,
  segmentOf,
  spanOfSegment,
  type DanmakuStyle,
  type Pool,
  type Span,
} from './danmaku-rules.ts'
import type { DanmakuTables } from './danmaku-tables.ts'

/** A danmaku to store. Times in milliseconds. */
export interface NewDanmaku extends Pool, DanmakuStyle {
  atMs: number
  text: string
  userId: number
  sender: string
  vip: boolean
  weight: number
  state: 'shown' | 'held'
  found: string
}

/** When a user last sent one, Unix milliseconds, and how many since a time. */
export interface SendRate {
  lastMs: number | null
  count: number
}

/** A danmaku with its moderation state. */
export interface StoredDanmaku {
  id: string
  pool: Pool
  userId: number | null
  state: TextState
  found: string
  createdMs: number
  danmaku: Danmaku
}

export interface DanmakuStore {
  /** How often the text is shown in the segment of a moment, at most ten. */
  countSameText(pool: Pool, atMs: number, text: string): Promise<number>
  /** A user's own danmaku in a span, held ones included. */
  ownIn(pool: Pool, span: Span, userId: number): Promise<Danmaku[]>
  /** Whether there are any of these. */
  hasOwnIn(pool: Pool, span: Span, userId: number): Promise<boolean>
  /** The number of shown danmaku per ten seconds of an episode. */
  heat(pool: Pool): Promise<{ step: number; count: number }[]>
  sendRate(userId: number, sinceMs: number): Promise<SendRate>
  /**
   * Stores a danmaku, unless `checkRate` refuses. Requests of one user are serialised across processes; each is checked
   * with the time at which its turn comes.
   */
  add<Refusal>(
    one: NewDanmaku,
    clock: Clock,
    checkRate: (sendRate: SendRate, nowMs: number) => Refusal | null,
  ): Promise<StoredDanmaku | { refused: Refusal }>
  find(ids: readonly string[]): Promise<StoredDanmaku[]>
  /**
   * Shows, holds or removes danmaku; removing deletes the text. Returns those that changed, with their previous state.
   */
  setState(ids: readonly string[], state: TextState, by?: number): Promise<(StoredDanmaku & { was: TextState })[]>
  /** Ids of held ones, oldest first. */
  held(limit: number): Promise<string[]>
  /** Shown danmaku that users sent to a pool since a time, newest last. */
  recent(pool: Pool, sinceMs: number): Promise<StoredDanmaku[]>
  /** All danmaku of a user that are not removed, oldest first. */
  allByUser(userId: number): Promise<StoredDanmaku[]>
  settings(userId: number): Promise<DanmakuSettings | null>
  saveSettings(userId: number, settings: DanmakuSettings): Promise<void>
}

/** Catching up covers a minute of one room; later joiners load the pack. */
const maxRecent = 2000
/** `weightOf` does not distinguish more. */
const maxCounted = 10
/** The first key of the advisory lock is this class, the second the user. */
const userLockClass = 7302

const storedColumns = [...columns, 'kind', 'subject_id', 'level', 'user_id', 'state', 'found', 'created_ms'] as const

type StoredRow = Row &
  Pick<StoredDanmaku, 'state' | 'found'> & {
    kind: Pool['kind']
    subject_id: number
    level: number
    user_id: number | null
    created_ms: number
  }

const toStored = (row: StoredRow): StoredDanmaku => ({
  id: String(row.id),
  pool: {
    kind: row.kind,
    id: row.subject_id,
    level: row.level,
  },
  userId: row.user_id,
  state: row.state,
  found: row.found,
  createdMs: row.created_ms,
  danmaku: toDanmaku(row),
})

export function createDanmakuStore(db: Kysely<DanmakuTables>): DanmakuStore {
  const inPool = ({ kind, id, level }: Pool, from: Kysely<DanmakuTables> = db) =>
    from.selectFrom('danmaku').where('kind', '=', kind).where('subject_id', '=', id).where('level', '=', level)
  const ownIn = (pool: Pool, { fromMs, toMs }: Span, userId: number) =>
    inPool(pool)
      .where('at_ms', '>=', fromMs)
      .where('at_ms', '<', toMs)
      .where('user_id', '=', userId)
      .where('state', '<>', 'removed')
  const sendRateOf = async (from: Kysely<DanmakuTables>, userId: number, sinceMs: number) => {
    const sent = from.selectFrom('danmaku').where('user_id', '=', userId)
    const { last, count } = await sent
      .select(({ fn }) => fn.max('created_ms').as('last'))
      .select(
        sent
          .where('created_ms', '>=', sinceMs)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('count'),
      )
      .executeTakeFirstOrThrow()
    return { lastMs: last, count: count ?? 0 }
  }

  return {
    async countSameText(pool, atMs, text) {
      const { fromMs, toMs } = spanOfSegment(segmentOf(atMs))
      const inSegment = inPool(pool).where('at_ms', '>=', fromMs).where('at_ms', '<', toMs).where('state', '=', 'shown')
      return (await inSegment.where('text', '=', text).select('id').limit(maxCounted).execute()).length
    },
    async ownIn(pool, span, userId) {
      return (await ownIn(pool, span, userId).select(columns).execute()).map(toDanmaku)
    },
    async hasOwnIn(pool, span, userId) {
      return (await ownIn(pool, span, userId).select('id').limit(1).execute()).length > 0
    },
    heat(pool) {
      const step = sql<number>`at_ms / ${heatStepSec * 1000}::int`.as('step')
      return db
        .selectFrom(inPool(pool).where('state', '=', 'shown').select(step).as('shown'))
        .select(['step', ({ fn }) => fn.countAll<number>().as('count')])
        .groupBy('step')
        .execute()
    },
    sendRate: (userId, sinceMs) => sendRateOf(db, userId, sinceMs),
    add: ({ kind, id, level, atMs, userId, ...one }, clock, checkRate) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${userLockClass}, ${userId})`.execute(tx)
        const nowMs = clock.nowMs()
        const refused = checkRate(await sendRateOf(tx, userId, dayStartMs(nowMs)), nowMs)
        if (refused !== null) return { refused }
        const row = { kind, subject_id: id, level, at_ms: atMs, user_id: userId, created_ms: nowMs, ...one }
        const inserted = await tx
          .insertInto('danmaku')
          .values({ ...row, source: 'user', origin: null })
          .returning(storedColumns)
          .executeTakeFirstOrThrow()
        return toStored(inserted)
      }),
    async find(ids) {
      if (ids.length === 0) return []
      const found = db.selectFrom('danmaku').select(storedColumns).where('id', '=', anyOf(ids))
      return (await found.execute()).map(toStored)
    },
    async setState(ids, state, by) {
      if (ids.length === 0) return []
      const { rows } = await sql<StoredRow & { was: TextState }>`
        with before as (
          select id, state from danmaku
          where id = ${anyOf(ids)} and state <> ${state} and state <> 'removed'
            and (${by ?? null}::int is null or user_id = ${by ?? null}::int)
          for update
        )
        update danmaku set state = ${state}, text = case when ${state} = 'removed' then '' else text end
        from before where danmaku.id = before.id
        returning ${sql.join(storedColumns.map((column) => sql.ref(`danmaku.${column}`)))}, before.state as was`.execute(
        db,
      )
      return rows.map((row) => ({ ...toStored(row), was: row.was }))
    },
    async held(limit) {
      const rows = db.selectFrom('danmaku').select('id').where('state', '=', 'held').orderBy('id').limit(limit)
      return (await rows.execute()).map(({ id }) => String(id))
    },
    async recent(pool, sinceMs) {
      const rows = await inPool(pool)
        .where('created_ms', '>=', sinceMs)
        .where('source', '=', 'user')
        .where('state', '=', 'shown')
        .select(storedColumns)
        .orderBy('created_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(maxRecent)
        .execute()
      return rows.map(toStored).toReversed()
    },
    async allByUser(userId) {
      const own = db
        .selectFrom('danmaku')
        .select(storedColumns)
        .where('user_id', '=', userId)
        .where('state', '<>', 'removed')
      return (await own.orderBy('created_ms').orderBy('id').execute()).map(toStored)
    },
    async settings(userId) {
      const own = db.selectFrom('danmaku_settings').select('settings').where('user_id', '=', userId)
      return (await own.executeTakeFirst())?.settings ?? null
    },
    async saveSettings(userId, settings) {
      const text = JSON.stringify(settings)
      await db
        .insertInto('danmaku_settings')
        .values({ user_id: userId, settings: text })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ settings: text }))
        .execute()
    },
  }
}

/** Ids as text, because they may exceed JavaScript's safe integers. */
const anyOf = (ids: readonly string[]) => sql<number>`any(${[...ids]}::bigint[])`
