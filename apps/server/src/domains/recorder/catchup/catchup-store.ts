import type { LiveRow } from '@yunmu/hls'
import { sql, type Kysely, type Transaction } from 'kysely'
import { initFile, segmentFile } from '../runs/ffmpeg-rules.ts'
import { assertLease, type Lease } from '../runs/lease-store.ts'
import type { CatchupSpan } from './catchup-rules.ts'
import type { CatchupState, RecorderTables } from '../recorder-tables.ts'
import { catchupName } from '../runs/run-folder.ts'

/** A past programme of a stream. */
export interface CatchupRequest extends CatchupSpan {
  readonly streamId: number
}

/** A requested programme. */
export interface CatchupRow extends CatchupRequest {
  /** Id of its run. */
  readonly id: number
  readonly state: CatchupState
  /** Durations of the segments so far, in milliseconds. */
  readonly durations: readonly number[]
}

/** State and segments of a requested programme. */
export interface CatchupProgress {
  readonly state: CatchupState
  readonly rows: LiveRow[]
}

export interface CatchupStore {
  /** Requests a programme. One that failed is retried after a while. Returns `busy` if too many are pending. */
  request(requested: CatchupRequest, nowMs: number): Promise<CatchupState | 'busy'>
  /** Null if the programme was not requested. */
  progress(requested: CatchupRequest): Promise<CatchupProgress | null>
  /** Programmes that wait or are being fetched, oldest request first. */
  pending(): Promise<CatchupRow[]>
  /** @throws LeaseLostError */
  start(lease: Lease, id: number): Promise<void>
  /** Appends segments after the first `savedCount`; does nothing if they were appended already. @throws LeaseLostError */
  append(
    lease: Lease,
    id: number,
    savedCount: number,
    added: { durations: readonly number[]; bytes: number },
  ): Promise<void>
  /** @throws LeaseLostError */
  finish(lease: Lease, id: number, how: { state: 'complete' | 'failed'; reason: string; nowMs: number }): Promise<void>
  /** Resets programmes to waiting, with new run ids. @throws LeaseLostError */
  restart(lease: Lease, ids: readonly number[]): Promise<void>
  /** Deletes programmes last requested before `requestedMs`. @throws LeaseLostError */
  deleteBefore(lease: Lease, requestedMs: number): Promise<void>
  /** Deletes the oldest programmes until at least `bytes` are freed. Returns the freed bytes. @throws LeaseLostError */
  deleteOldest(lease: Lease, bytes: number): Promise<number>
  totalBytes(): Promise<number>
  /** Run ids of programmes whose files are needed. */
  ids(): Promise<Set<number>>
  /** Run ids of a stream's programmes that have segments. */
  startedIds(streamId: number): Promise<Set<number>>
  isEmpty(): Promise<boolean>
}

/** Maximum number of pending programmes, over all streams. */
const maxPending = 20
/** A failed programme is retried after this time, because the source may have it later. */
const retryAfterMs = 10 * 60_000

/** Stores programmes fetched from the catch-up of sources. */
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

/** Playlist rows of the segments; sequence numbers start at 0 with the programme. */
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
