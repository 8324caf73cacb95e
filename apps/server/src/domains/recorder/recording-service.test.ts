import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveRow } from '@yunmu/hls'
import { beforeAll, expect, test } from 'vitest'
import { createEgress } from '../../platform/egress/egress.ts'
import { createEvents } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { makeMedia } from '../../testing/make-media.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createRecorder, type RecordedStream } from './index.ts'
import { isAlive } from './runs/processes.ts'
import { indexFile } from './runs/ffmpeg-rules.ts'
import { readPid, runFolder } from './runs/run-folder.ts'
import { parseRunPlaylist } from './runs/run-rules.ts'

const hourMs = 3_600_000
const database = await createTestDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'yunmu-recorder-'))
const liveDir = join(dataDir, 'live')
const clock = { setByMs: 0, nowMs: () => Date.now() + clock.setByMs }
const events = createEvents(localBus, (err) => {
  throw err
})
const egress = createEgress({ allow: [] })
const platform = {
  db: database.db,
  config: { dataDir, egressAllow: [] },
  clock,
  events,
  egress,
  secrets: { mediaKey: 's'.repeat(43) },
  log: createLogger({ level: 'silent' }),
}
const needs = {
  settings: {
    rtmpHost: '127.0.0.1',
    rtmpPort: 0,
    ingestPlay: '',
    maxGb: 0,
    maxOnDemand: 2,
  },
  streams: async () => [...[1, 2, 3].map((id) => aStream(id)), ...shown.map((id) => ({ ...aStream(id), ...ofMatch }))],
}
const aStream = (id: number): RecordedStream => ({
  id,
  onDemand: true,
  isOfMatch: false,
  retentionHours: 24,
  kept: [],
  sources: [{ address: 'file:loop.mp4', userAgent: '' }],
})
/** Streams of matches that are shown. */
let shown: readonly number[] = []
const ofMatch = { onDemand: false, isOfMatch: true }
const recorder = createRecorder(platform, needs)

function begin(): { stop(inOrder: boolean): Promise<void> } {
  const work = recorder.recordingService(platform, needs)
  const running = work.run()
  return {
    async stop(inOrder) {
      await work.stop(inOrder)
      await running
    },
  }
}

let work: ReturnType<typeof begin>
beforeAll(async () => {
  await makeMedia(join(dataDir, 'loops'), { name: 'loop.mp4', sec: 60, width: 160, height: 90, audio: [] })
  // A line that was watched once.
  mkdirSync(join(liveDir, '3'), { recursive: true })
  work = begin()
})
atFileEnd(async () => {
  await work.stop(true)
  await egress.close()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

const rowsOf = (streamId: number): Promise<LiveRow[]> => recorder.rows(streamId, 0, Date.now() * 2)
/** Waits until a stream has `count` more segments, and returns its runs. */
async function more(streamId: number, count: number): Promise<string[]> {
  const before = (await rowsOf(streamId)).length
  await expect.poll(async () => (await rowsOf(streamId)).length).toBeGreaterThanOrEqual(before + count)
  return [...new Set((await rowsOf(streamId)).map(({ runKey }) => runKey))]
}
const phaseOf = async (streamId: number) => (await recorder.health([streamId])).get(streamId)?.phase

test('[G03] no more on-demand lines run at once than allowed, and the next one is reported as waiting', async () => {
  recorder.touch(1)
  recorder.touch(2)
  await more(1, 1)
  await more(2, 1)
  recorder.touch(3)
  await expect.poll(() => recorder.isAtCapacity(3)).toBe(true)
  expect(await Promise.all([recorder.isAtCapacity(1), recorder.isAtCapacity(2)])).toEqual([false, false])
  expect(readdirSync(liveDir)).not.toContain('3')
  expect(await recorder.down()).toEqual(new Set())
})

test('[G03] a change of the system clock breaks no run, and requests still count', async () => {
  const [run] = await more(1, 1)
  for (const byMs of [2 * hourMs, -2 * hourMs, 0]) {
    clock.setByMs = byMs
    recorder.touch(1)
    expect(await more(1, 1)).toEqual([run])
  }
})

test('[G03] a restarted recorder continues running lines, and starts no others before they are requested', async () => {
  const runs = await more(1, 1)
  await work.stop(false)
  const [gone = 0] = readdirSync(join(liveDir, '2')).map(Number)
  const ffmpeg = readPid(runFolder(liveDir, 2, gone))
  if (!ffmpeg) throw new Error('no ffmpeg')
  process.kill(ffmpeg.pid, 'SIGKILL')
  await expect.poll(() => isAlive(ffmpeg)).toBe(false)
  work = begin()
  await expect.poll(() => phaseOf(2)).toBe('idle')
  expect(await more(1, 2)).toEqual(runs)
  expect([await phaseOf(2), readdirSync(join(liveDir, '2')).map(Number)]).toEqual(['idle', [gone]])
})

test('[G03] segments that ffmpeg finished are saved before a recorder exits, even if ffmpeg does not exit by itself', async () => {
  const [run = ''] = await more(1, 1)
  const dir = runFolder(liveDir, 1, Number(run))
  const ffmpeg = readPid(dir)
  if (!ffmpeg) throw new Error('no ffmpeg')
  const listed = (): number[] => parseRunPlaylist(readFileSync(join(dir, indexFile), 'utf8')).map(({ num }) => num)
  const before = listed().length
  // Stopped right after a segment was finished, which has probably not been read yet.
  await expect.poll(() => listed().length, { interval: 5 }).toBeGreaterThan(before)
  process.kill(ffmpeg.pid, 'SIGSTOP')
  await work.stop(true)
  const rows = (await rowsOf(1)).filter(({ runKey }) => runKey === run)
  expect(rows.map(({ uri }) => Number(/(\d+)\.m4s$/.exec(uri)?.[1]))).toEqual(listed())
  work = begin()
})

test('[H01] no more streams of matches run at once than allowed, they take no place from viewers, and one that ends is reported', async () => {
  shown = [11, 12, 13]
  await more(11, 1)
  await more(12, 1)
  await expect.poll(() => recorder.isAtCapacity(13)).toBe(true)
  recorder.touch(1)
  await more(1, 1)
  expect(readdirSync(liveDir)).not.toContain('13')
  shown = [12, 13]
  await more(13, 1)
  await expect.poll(() => phaseOf(11)).toBe('idle')
  shown = []
  await expect.poll(() => Promise.all([phaseOf(12), phaseOf(13)])).toEqual(['idle', 'idle'])
})
