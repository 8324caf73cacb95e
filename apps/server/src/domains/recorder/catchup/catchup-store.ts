import type { LiveRow } from '@yunmu/hls'
import { sql, type Kysely, type Transaction } from 'kysely'
import { initFile, segmentFile } from '../runs/ffmpeg-rules.ts'
import { assertLease, type Lease } from '../runs/lease-store.ts'
import type { CatchupSpan } from './catchup-rules.ts'
import type { CatchupState, RecorderTables } from '../recorder-tables.ts'
import { catchupName } from '../runs/run-folder.ts'

/** A programme of the past of a stream. */
export interface CatchupRequest extends CatchupSpan {
  readonly streamId: number
}

/** One that was asked for. */
export interface CatchupRow extends CatchupRequest {
  /** Of its run. */
  readonly id: number
  readonly state: CatchupState
  /** Milliseconds, of the segments from the first on. */
  readonly durations: readonly number[]
}

/** What of a programme has come so far. */
export interface CatchupProgress {
  readonly state: CatchupState
  readonly rows: LiveRow[]
}

export interface CatchupStore {
  /**
   * Asks for a programme. One that failed is fetched again after a while; where too many wait already, the answer is
   * `busy`.
   */
  request(requested: CatchupRequest, nowMs: number): Promise<CatchupState | 'busy'>
  /** Null where nobody asked for it. */
  progress(requested: CatchupRequest): Promise<CatchupProgress | null>
  /** Those that wait or are on their way, the first that was asked for first. */
  pending(): Promise<CatchupRow[]>
  /** @throws LeaseLost */
  start(lease: Lease, id: number): Promise<void>
  /** Adds segments behind the first `held`. @throws LeaseLost */
  append(
    lease: Lease,
    id: number,
    savedCount: number,
    added: { durations: readonly number[]; bytes: number },
  ): Promise<void>
  /** @throws LeaseLost */
  finish(lease: Lease, id: number, how: { state: 'complete' | 'failed'; reason: string; nowMs: number }): Promise<void>
  /** Those on their way are to be fetched from the beginning, under other numbers. @throws LeaseLost */
  restart(lease: Lease, ids: readonly number[]): Promise<void>
  /** Forgets those that nobody asked for since a moment. @throws LeaseLost */
  deleteBefore(lease: Lease, requestedMs: number): Promise<void>
  /** Forgets the oldest that together hold so many bytes; returns how many they held. @throws LeaseLost */
  deleteOldest(lease: Lease, bytes: number): Promise<number>
  totalBytes(): Promise<number>
  /** The numbers of those whose files are needed. */
  ids(): Promise<Set<number>>
  /** The numbers of those of a stream of which something has come. */
  startedIds(streamId: number): Promise<Set<number>>
  isEmpty(): Promise<boolean>
}

/** So many wait at most, all of them together. */
const maxPending = 20
/** A source that had nothing may have it later. */
const retryAfterMs = 10 * 60_000

/** Keeps what was fetched of the past from where streams come from. */
export function createCatchupStore(db: Kysely<RecorderTables>): CatchupStore {
  const withLease = async <Result>(lease: Lease, act: (tx: Transaction<RecorderTables>) => Promise<Result>) =>
    db.transaction().execute(async (tx) => {
      await assertLease(tx, lease)
      return act(tx)
    })
  const find = async ({ streamId, startSec, endSec }: CatchupRequest) =>
    db
      .selectFrom('catchup')
      .select(['id', 'state', 'durations'])
      .where('stream_id', '=', streamId)
      .where('start_sec', '=', startSec)
      .where('end_sec', '=', endSec)
      .executeTakeFirst()
  return {
    async request(requested, nowMs) {
      const { streamId, startSec, endSec } = requested
      await sql`
        insert into catchup (id, stream_id, start_sec, end_sec, state, asked_ms)
        select nextval('run_id'), ${streamId}::int, ${startSec}::bigint, ${endSec}::bigint, 'waiting', ${nowMs}::bigint
        where (select count(*) from catchup where state in ('waiting', 'fetching')) < ${maxPending}
        on conflict (stream_id, start_sec, end_sec) do nothing
      `.execute(db)
      await sql`
        update catchup set id = nextval('run_id'), state = 'waiting'
        where stream_id = ${streamId} and start_sec = ${startSec} and end_sec = ${endSec}
          and state = 'failed' and settled_ms < ${nowMs - retryAfterMs}
      `.execute(db)
      const found = await find(requested)
      if (found) await db.updateTable('catchup').set({ asked_ms: nowMs }).where('id', '=', found.id).execute()
      return found?.state ?? 'busy'
    },
    async progress(requested) {
      const found = await find(requested)
      return found ? { state: found.state, rows: rowsOf(found, requested) } : null
    },
    async pending() {
      const rows = await db
        .selectFrom('catchup')
        .select(['id', 'stream_id as streamId', 'start_sec as startSec', 'end_sec as endSec', 'state', 'durations'])
        .where('state', 'in', ['waiting', 'fetching'])
        .orderBy('id')
        .execute()
      return rows
    },
    start: (lease, id) =>
      withLease(lease, async (tx) => {
        await tx.updateTable('catchup').set({ state: 'fetching' }).where('id', '=', id).execute()
      }),
    append: (lease, id, count, { durations, bytes }) =>
      withLease(lease, async (tx) => {
        await sql`
          update catchup set durations = durations || ${[...durations]}::int[], bytes = bytes + ${bytes}
          where id = ${id} and cardinality(durations) = ${count}
        `.execute(tx)
      }),
    finish: (lease, id, { state, reason, nowMs }) =>
      withLease(lease, async (tx) => {
        const nothing = state === 'failed' ? { durations: [], bytes: 0 } : {}
        await tx
          .updateTable('catchup')
          .set({ state, reason, settled_ms: nowMs, ...nothing })
          .where('id', '=', id)
          .execute()
      }),
    restart: (lease, ids) =>
      withLease(lease, async (tx) => {
        await sql`
          update catchup set id = nextval('run_id'), state = 'waiting', durations = '{}', bytes = 0
          where id = any(${[...ids]}::int[])
        `.execute(tx)
      }),
    deleteBefore: (lease, requestedMs) =>
      withLease(lease, async (tx) => {
        await tx.deleteFrom('catchup').where('asked_ms', '<', requestedMs).execute()
      }),
    deleteOldest: (lease, bytes) =>
      withLease(lease, async (tx) => {
        const { rows } = await sql<{ bytes: number }>`
          delete from catchup where id in (
            select id from (
              select id, sum(bytes) over (order by asked_ms, id) - bytes as before from catchup where state = 'complete'
            ) as counted where before < ${bytes}
          ) returning bytes::float8 as bytes
        `.execute(tx)
        return rows.reduce((sum, row) => sum + row.bytes, 0)
      }),
    async totalBytes() {
      const { rows } = await sql<{ bytes: number | null }>`select sum(bytes)::float8 as bytes from catchup`.execute(db)
      return rows[0]?.bytes ?? 0
    },
    async ids() {
      const rows = await db.selectFrom('catchup').select('id').where('state', '<>', 'failed').execute()
      return new Set(rows.map(({ id }) => id))
    },
    async startedIds(streamId) {
      const { rows } = await sql<{ id: number }>`
        select id from catchup where stream_id = ${streamId} and cardinality(durations) > 0
      `.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
    async isEmpty() {
      return (await db.selectFrom('catchup').select('id').limit(1).executeTakeFirst()) === undefined
    },
  }
}

/** The segments as playlists are made from them: they begin with the programme, and no other numbers stand before. */
function rowsOf(
  { id, durations }: { id: number; durations: readonly number[] },
  { startSec }: CatchupRequest,
): LiveRow[] {
  const folder = catchupName(id)
  let wallMs = startSec * 1000
  return durations.map((durationMs, at) => {
    const row: LiveRow = {
      seq: at,
      disc: 0,
      runKey: folder,
      wallMs,
      durationSec: durationMs / 1000,
      uri: `${folder}/${segmentFile(at + 1)}`,
      initUri: `${folder}/${initFile}`,
    }
    wallMs += durationMs
    return row
  })
}
