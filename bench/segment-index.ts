import { renderLivePlaylist, type LiveRow } from '@yunmu/hls'
import { sql } from 'kysely'
import type { RecorderTables } from '../apps/server/src/domains/recorder/recorder-tables.ts'
import { createSegmentStore } from '../apps/server/src/domains/recorder/segments/segment-store.ts'
import { createLeaseStore } from '../apps/server/src/domains/recorder/runs/lease-store.ts'
import { percentile, report, round } from './lib/report.ts'
import { openScratchDatabase } from './lib/scratch-database.ts'
import { seededRandom } from './lib/seeded-random.ts'

/**
 * The segment index of thirty days of two hundred channels: its size, the time of playlists, and one round of writes
 * for all channels. Creates 8.1 million rows: takes some minutes and three gigabytes of disk.
 */
const channels = Number(process.env.CHANNELS ?? 200)
const days = Number(process.env.DAYS ?? 30)
const segmentMs = 2000
const perBlock = 32
const blocks = (days * 86_400_000) / segmentMs / perBlock
/** One run per day. */
const blocksPerRun = Math.round(blocks / days)
const asked = 2000

const database = await openScratchDatabase()
const db = database.db.withTables<RecorderTables>()
const store = createSegmentStore(db)
const nowMs = Date.now()
const startMs = nowMs - blocks * perBlock * segmentMs

try {
  const begunMs = performance.now()
  for (let id = 1; id <= channels; id++) {
    await sql`
      insert into segment_block (stream_id, first_seq, run_id, disc, first_num, wall_ms, durations, bytes)
      select ${id}, at * ${perBlock}::int, ${id * 1000}::int + at / ${blocksPerRun}::int, at / ${blocksPerRun}::int,
        at % ${blocksPerRun}::int * ${perBlock}::int + 1, ${startMs} + at * ${perBlock * segmentMs}::bigint,
        array_fill(${segmentMs}::smallint, array[${perBlock}::int]), 16000000
      from generate_series(0, ${blocks - 1}::int) as at
    `.execute(db)
    await sql`
      insert into recording (stream_id, next_seq, next_disc, longest_ms)
      values (${id}, ${blocks * perBlock}, ${days}, ${segmentMs})
    `.execute(db)
  }
  await sql`vacuum analyze segment_block`.execute(db)
  const filledSec = (performance.now() - begunMs) / 1000
  const { rows: sizes } = await sql<{ heap: number; indexes: number }>`
    select pg_relation_size('segment_block')::float8 as heap, pg_indexes_size('segment_block')::float8 as indexes
  `.execute(db)
  const megabytes = (bytes: number | undefined): number => round((bytes ?? 0) / 1024 ** 2, 0)

  const random = seededRandom(7)
  const anyChannel = (): number => 1 + Math.floor(random() * channels)
  const playlist = (rows: LiveRow[], kind: 'live' | 'event' | 'vod'): string =>
    renderLivePlaylist({ targetDurationSec: 2, rows, kind })
  const timed = async (count: number, make: () => Promise<string>): Promise<Record<string, number>> => {
    const times: number[] = []
    for (let at = 0; at < count; at++) {
      const fromMs = performance.now()
      await make()
      times.push(performance.now() - fromMs)
    }
    return {
      p50: round(percentile(times, 0.5)),
      p95: round(percentile(times, 0.95)),
      p99: round(percentile(times, 0.99)),
    }
  }
  const anyMoment = (): number => startMs + random() * (nowMs - startMs - 4 * 3_600_000)
  const between = async (hours: number, kind: 'event' | 'vod'): Promise<string> => {
    const fromMs = Math.round(anyMoment())
    return playlist(await store.rows(anyChannel(), fromMs, fromMs + hours * 3_600_000), kind)
  }

  const lease = await createLeaseStore(db).acquire('bench', 3600)
  if (!lease) throw new Error('the lease was not acquired')
  let written = 0
  const write = async (): Promise<string> => {
    written++
    const batches = Array.from({ length: channels }, (_, at) => ({
      streamId: at + 1,
      run: { id: 1_000_000 + at, source: 0, startedMs: nowMs },
      segments: [
        {
          num: written,
          durationMs: segmentMs,
          bytes: 500_000,
          resetsClock: written === 1,
          wallMs: nowMs + written * segmentMs,
        },
      ],
    }))
    await store.append(lease, batches)
    return ''
  }

  report('segment-index', {
    channels,
    days,
    segments: channels * blocks * perBlock,
    rows: channels * blocks,
    filledSec: round(filledSec, 0),
    heapMb: megabytes(sizes[0]?.heap),
    indexesMb: megabytes(sizes[0]?.indexes),
    liveMs: await timed(asked, async () => playlist(await store.latest(anyChannel(), 30), 'live')),
    liveTwoHoursMs: await timed(asked / 4, async () => playlist(await store.latest(anyChannel(), 7200), 'live')),
    fourHoursBackMs: await timed(asked / 4, () => between(4, 'event')),
    programmeMs: await timed(asked / 4, () => between(1, 'vod')),
    /** All channels in one transaction, as the recorder saves every two seconds. */
    writeAllMs: await timed(40, write),
  })
} finally {
  await database.close()
}
