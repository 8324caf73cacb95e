import type { LiveRow } from '@yunmu/hls'
import { sql, type Kysely, type Transaction } from 'kysely'
import {
  maxSegmentMs,
  maxBlockBytes,
  toOpenBlock,
  packBlocks,
  rowsOf,
  sumOf,
  type Block,
  type OpenBlock,
} from './block-rules.ts'
import { assertLease, type Lease } from '../runs/lease-store.ts'
import type { RecorderTables } from '../recorder-tables.ts'
import type { DatedSegment } from './wall-clock-rules.ts'

/** Consecutive segments of one run, to be saved. */
export interface Batch {
  readonly streamId: number
  readonly run: { readonly id: number; readonly source: number; readonly startedMs: number }
  readonly segments: readonly DatedSegment[]
}

/** The end of a stream's index. */
export interface IndexTail {
  readonly runId: number
  /** Number of the last segment within its run. */
  readonly num: number
  /** End of the last segment, Unix milliseconds. */
  readonly endMs: number
  /** Longest recent segment. */
  readonly longestMs: number
}

/** Segments that were deleted from the index, so that their files can be deleted. */
export interface DeletedSegments {
  readonly streamId: number
  readonly runId: number
  readonly firstNum: number
  readonly count: number
}

export interface SegmentStore {
  /** Reserves ids for future runs, ascending. Unused ids are lost. */
  reserveRuns(count: number): Promise<number[]>
  /**
   * Saves segments in one transaction. Segments that were saved already are skipped, so that a batch can be repeated after
   * a lost reply. @throws LeaseLostError
   */
  append(lease: Lease, batches: readonly Batch[]): Promise<void>
  tail(streamId: number): Promise<IndexTail | undefined>
  rows(streamId: number, fromMs: number, toMs: number): Promise<LiveRow[]>
  /** Recorded duration within a span, in milliseconds, computed without building rows. */
  availableMs(streamId: number, fromMs: number, toMs: number): Promise<number>
  latest(streamId: number, seconds: number): Promise<LiveRow[]>
  longestMs(streamId: number): Promise<number>
  /** Total size of all recordings. */
  totalBytes(): Promise<number>
  /** Deletes whole blocks that ended before `endMs`, except those that overlap a span. @throws LeaseLostError */
  deleteBefore(
    lease: Lease,
    streamId: number,
    endMs: number,
    kept?: readonly { fromMs: number; untilMs: number }[],
  ): Promise<DeletedSegments[]>
  /**
   * Up to which moment each stream must be deleted to free about `bytes` of the oldest blocks that end by `endMs`. Scans
   * only the beginning of the index, so it may return less; the caller repeats.
   */
  oldest(bytes: number, endMs: number): Promise<Map<number, number>>
  /** The first segment of a stream's index. */
  head(streamId: number): Promise<{ runId: number; firstNum: number } | undefined>
  /** Start of each stream's index, Unix milliseconds. */
  archiveStarts(): Promise<Map<number, number>>
  /** Ids of a stream's runs that are in the index. */
  runIds(streamId: number): Promise<Set<number>>
  streamIds(): Promise<number[]>
  isEmpty(): Promise<boolean>
}

/** Blocks per stream that `oldest` scans. */
const maxScannedBlocks = 200

/** The index of recorded segments, stored in blocks. */
export function createSegmentStore(db: Kysely<RecorderTables>): SegmentStore {
  const blocksOf = async (streamId: number, count: number): Promise<Block[]> => {
    const blocks = await db
      .selectFrom('segment_block')
      .select(['first_seq', 'run_id', 'disc', 'first_num', 'wall_ms', 'durations'])
      .where('stream_id', '=', streamId)
      .orderBy('first_seq', 'desc')
      .limit(count)
      .execute()
    return blocks.toReversed()
  }
  return {
    async reserveRuns(count) {
      const { rows } = await sql<{ id: number }>`
        select nextval('run_id') as id from generate_series(1, ${count}::int)
      `.execute(db)
      return rows.map(({ id }) => id).toSorted((a, b) => a - b)
    },
    async append(lease, batches) {
      await db.transaction().execute(async (tx) => {
        await assertLease(tx, lease)
        // A fixed order prevents deadlocks between two writers.
        for (const batch of batches.toSorted((a, b) => a.streamId - b.streamId || a.run.id - b.run.id))
          if (batch.segments.length > 0) await appendRun(tx, batch)
      })
    },
    async tail(streamId) {
      const [last] = await blocksOf(streamId, 1)
      if (!last) return undefined
      const { run_id: runId, first_num, durations, wall_ms } = last
      const longestMs = Math.max(...durations)
      return { runId, num: first_num + durations.length - 1, endMs: wall_ms + sumOf(durations), longestMs }
    },
    async rows(streamId, fromMs, toMs) {
      const { rows } = await sql<Block>`
        select first_seq, run_id, disc, first_num, wall_ms, durations from segment_block
        where stream_id = ${streamId} and wall_ms < ${toMs} and wall_ms >= coalesce((
          select max(wall_ms) from segment_block where stream_id = ${streamId} and wall_ms <= ${fromMs}
        ), 0)
        order by first_seq
      `.execute(db)
      return rows
        .flatMap(rowsOf)
        .filter(({ wallMs, durationSec }) => wallMs + durationSec * 1000 > fromMs && wallMs < toMs)
    },
    async availableMs(streamId, fromMs, toMs) {
      const { rows } = await sql<{ held: number }>`
        select coalesce(sum(greatest(0, least(end_ms, ${toMs}) - greatest(wall_ms, ${fromMs}))), 0)::float8 as held
        from (
          select wall_ms, wall_ms + (select sum(each) from unnest(durations) as each) as end_ms
          from segment_block
          where stream_id = ${streamId} and wall_ms < ${toMs} and wall_ms >= coalesce((
            select max(wall_ms) from segment_block where stream_id = ${streamId} and wall_ms <= ${fromMs}
          ), 0)
        ) as block
      `.execute(db)
      return rows[0]?.held ?? 0
    },
    async latest(streamId, seconds) {
      for (let count = 2 + Math.ceil(seconds / 64); ; count *= 2) {
        const blocks = await blocksOf(streamId, count)
        const rows = blocks.flatMap(rowsOf)
        let first = rows.length
        for (let held = 0; first > 0 && held < seconds - 1e-9;) held += rows[--first]?.durationSec ?? 0
        if (first > 0 || blocks.length < count) return rows.slice(first)
      }
    },
    async longestMs(streamId) {
      const row = await db
        .selectFrom('recording')
        .select('longest_ms')
        .where('stream_id', '=', streamId)
        .executeTakeFirst()
      return row?.longest_ms ?? 0
    },
    async totalBytes() {
      const { rows } = await sql<{ bytes: number | null }>`
        select sum(bytes)::float8 as bytes from recording
      `.execute(db)
      return rows[0]?.bytes ?? 0
    },
    async deleteBefore(lease, streamId, endMs, kept = []) {
      return db.transaction().execute(async (tx) => {
        await assertLease(tx, lease)
        const blocks = await tx
          .selectFrom('segment_block')
          .select(['first_seq', 'run_id', 'first_num', 'wall_ms', 'durations', 'bytes'])
          .where('stream_id', '=', streamId)
          .where('wall_ms', '<', endMs)
          .where(
            sql<boolean>`not exists (
              select from unnest(${kept.map(({ fromMs }) => fromMs)}::bigint[], ${kept.map(({ untilMs }) => untilMs)}::bigint[])
                as kept (from_ms, until_ms)
              where wall_ms >= kept.from_ms and wall_ms < kept.until_ms)`,
          )
          .orderBy('first_seq')
          .execute()
        const expired = blocks.filter(({ wall_ms, durations }) => {
          const blockEndMs = wall_ms + sumOf(durations)
          return blockEndMs <= endMs && !kept.some(({ fromMs, untilMs }) => wall_ms < untilMs && blockEndMs > fromMs)
        })
        if (expired.length === 0) return []
        const seqs = expired.map(({ first_seq }) => first_seq)
        await sql`
          delete from segment_block where stream_id = ${streamId} and first_seq = any(${seqs}::bigint[])
        `.execute(tx)
        await sql`
          delete from run where stream_id = ${streamId}
            and id = any(${expired.map(({ run_id }) => run_id)}::int[])
            and not exists (select 1 from segment_block as left_over
              where left_over.stream_id = run.stream_id and left_over.run_id = run.id)
            and id < (select max(id) from run as newest where newest.stream_id = run.stream_id)
        `.execute(tx)
        const bytes = sumOf(expired.map((block) => block.bytes))
        await sql`update recording set bytes = bytes - ${bytes} where stream_id = ${streamId}`.execute(tx)
        return expired.map(({ run_id: runId, first_num: firstNum, durations }) => {
          return { streamId, runId, firstNum, count: durations.length }
        })
      })
    },
    async oldest(bytes, endMs) {
      const { rows } = await sql<{ stream_id: number; end_ms: number }>`
        with looked_at as materialized (
          select block.* from recording cross join lateral (
            select stream_id, wall_ms, durations, bytes from segment_block
            where segment_block.stream_id = recording.stream_id order by first_seq limit ${maxScannedBlocks}
          ) as block
        ), seen_until as (
          select max(wall_ms) as ms from looked_at group by stream_id having count(*) = ${maxScannedBlocks}
        ), in_order as (
          select *, sum(bytes) over (order by wall_ms, stream_id) - bytes as before from looked_at
          where wall_ms <= least(${endMs}, (select min(ms) from seen_until))
        )
        select stream_id, max(end_ms)::float8 as end_ms from in_order cross join lateral (
          select wall_ms + sum(each) as end_ms from unnest(durations) as each
        ) as ended
        where before < ${bytes} and end_ms <= ${endMs} group by stream_id
      `.execute(db)
      return new Map(rows.map(({ stream_id, end_ms }) => [stream_id, end_ms]))
    },
    async head(streamId) {
      const first = await db
        .selectFrom('segment_block')
        .select(['run_id', 'first_num'])
        .where('stream_id', '=', streamId)
        .orderBy('first_seq')
        .limit(1)
        .executeTakeFirst()
      return first && { runId: first.run_id, firstNum: first.first_num }
    },
    async archiveStarts() {
      const { rows } = await sql<{ stream_id: number; wall_ms: number }>`
        select recording.stream_id, first.wall_ms from recording cross join lateral (
          select wall_ms from segment_block
          where segment_block.stream_id = recording.stream_id order by first_seq limit 1
        ) as first
      `.execute(db)
      return new Map(rows.map(({ stream_id, wall_ms }) => [stream_id, wall_ms]))
    },
    async runIds(streamId) {
      const rows = await db.selectFrom('run').select('id').where('stream_id', '=', streamId).execute()
      return new Set(rows.map(({ id }) => id))
    },
    async streamIds() {
      const rows = await db.selectFrom('recording').select('stream_id').execute()
      return rows.map(({ stream_id }) => stream_id)
    },
    async isEmpty() {
      return (await db.selectFrom('segment_block').select('stream_id').limit(1).executeTakeFirst()) === undefined
    },
  }
}

/** Appends to the run's open block, and opens new blocks where the clock, the numbers or the size require it. */
async function appendRun(tx: Transaction<RecorderTables>, { streamId, run, segments }: Batch): Promise<void> {
  await sql`insert into recording (stream_id) values (${streamId}) on conflict do nothing`.execute(tx)
  const counters = await tx
    .selectFrom('recording')
    .select(['next_seq', 'next_disc'])
    .where('stream_id', '=', streamId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const last = await tx
    .selectFrom('segment_block')
    .selectAll()
    .where('stream_id', '=', streamId)
    .orderBy('first_seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Run ids increase, so a run older than the last one is complete already.
  if (last && last.run_id > run.id) return
  const lastNum = last?.run_id === run.id ? last.first_num + last.durations.length - 1 : 0
  const fresh = segments.filter(({ num }) => num > lastNum)
  if (fresh.length === 0) return

  const existingRun = await tx.selectFrom('run').select('disc').where('id', '=', run.id).executeTakeFirst()
  const disc = existingRun?.disc ?? counters.next_disc
  if (!existingRun) {
    const row = { id: run.id, stream_id: streamId, disc, source: run.source, started_ms: run.startedMs }
    await tx.insertInto('run').values(row).execute()
  }
  const blocks = packBlocks(fresh, {
    runId: run.id,
    disc,
    nextSeq: counters.next_seq,
    open: last?.run_id === run.id ? toOpenBlock(last) : undefined,
  })
  for (const block of blocks) await writeBlock(tx, streamId, block)
  const bytes = sumOf(fresh.map((segment) => Math.min(segment.bytes, maxBlockBytes)))
  const longestMs = Math.max(...fresh.map(({ durationMs }) => Math.min(durationMs, maxSegmentMs)))
  await sql`
    update recording set next_seq = next_seq + ${fresh.length}, next_disc = greatest(next_disc, ${disc + 1}::int),
      longest_ms = greatest(longest_ms, ${longestMs}::int), bytes = bytes + ${bytes}
    where stream_id = ${streamId}
  `.execute(tx)
}

async function writeBlock(tx: Transaction<RecorderTables>, streamId: number, block: OpenBlock): Promise<void> {
  const { firstSeq, runId, disc, firstNum, wallMs, durations, bytes, savedCount } = block
  if (savedCount === 0) {
    await sql`
      insert into segment_block (stream_id, first_seq, run_id, disc, first_num, wall_ms, durations, bytes)
      values (${streamId}, ${firstSeq}, ${runId}, ${disc}, ${firstNum}, ${wallMs}, ${durations}::smallint[], ${bytes})
    `.execute(tx)
    return
  }
  const { numAffectedRows } = await sql`
    update segment_block set durations = durations || ${durations.slice(savedCount)}::smallint[], bytes = ${bytes}
    where stream_id = ${streamId} and first_seq = ${firstSeq} and cardinality(durations) = ${savedCount}
  `.execute(tx)
  if (numAffectedRows !== 1n) throw new Error(`stream ${streamId}: another writer saved block ${firstSeq}`)
}
