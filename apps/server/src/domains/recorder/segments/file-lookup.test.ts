import { expect, test } from 'vitest'
import { aLease } from '../../../testing/recorder.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createCatchupStore } from '../catchup/catchup-store.ts'
import { createFileLookup } from './file-lookup.ts'
import type { RecorderTables } from '../recorder-tables.ts'
import { createSegmentStore } from './segment-store.ts'

const database = await createTestDatabase()
const db = database.db.withTables<RecorderTables>()
const segments = createSegmentStore(db)
const catchups = createCatchupStore(db)
const fileOf = createFileLookup({ segments, catchups })

test('files of a run are accessible from its first indexed segment on, and other files are not', async () => {
  const lease = await aLease(db)
  expect(await fileOf(5, '9/init.mp4')).toBeNull()
  const placed = [{ num: 1, durationMs: 2000, bytes: 1, wallMs: 1000, resetsClock: true }]
  await segments.append(lease, [{ streamId: 5, run: { id: 9, source: 0, startedMs: 0 }, segments: placed }])
  expect(await fileOf(5, '9/init.mp4')).toBe('live/5/9/init.mp4')
  expect(await fileOf(5, '9/000001.m4s')).toBe('live/5/9/000001.m4s')
  for (const rest of ['10/init.mp4', '9/index.m3u8', '9/../9/init.mp4', '09/init.mp4', 'p9/init.mp4', '9/pid'])
    expect(await fileOf(5, rest), rest).toBeNull()
  expect(await fileOf(6, '9/init.mp4')).toBeNull()
})

test('[G02] files of a fetched programme are accessible after its first segment has arrived', async () => {
  const lease = await aLease(db)
  await catchups.request({ streamId: 5, startSec: 1000, endSec: 2000 }, 3_000_000)
  const [{ id } = { id: 0 }] = await catchups.pending()
  await catchups.start(lease, id)
  expect(await fileOf(5, `p${id}/init.mp4`)).toBeNull()
  await catchups.append(lease, id, 0, { durations: [2000], bytes: 1 })
  expect(await fileOf(5, `p${id}/init.mp4`)).toBe(`live/5/p${id}/init.mp4`)
})
