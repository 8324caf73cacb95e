import {
  replyCode,
  userHistoryClear,
  userHistoryRestore,
  userWatchesSync,
  userWatches,
  type SyncRecord,
} from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

let t: TestApp
let ids: number[]
beforeAll(async () => {
  t = await buildTestApp()
  ids = []
  for (let at = 0; at < 3; at++) ids.push((await t.station.catalog.writer.saveTitle(aTitle(), 1_700_000_000)).id)
})

const aRecord = (given: Partial<SyncRecord> = {}): SyncRecord => ({
  type: 'vod',
  id: ids[0] ?? 0,
  episode: 1,
  duration: 100,
  percent: 10,
  title: '雾港来信'.repeat(8),
  saveTime: 1_700_000_100,
  ...given,
})
const sync = (list: SyncRecord[], as: 'lin' | 'mei' | 'bao' = 'lin') => t.make(userWatchesSync, { list }, { as })
const watches = async (as: 'lin' | 'mei' | 'bao' = 'lin') => (await t.make(userWatches, { count: 100 }, { as })).data

test('[F09] more than five hundred records are refused', async () => {
  expect(await sync(Array.from({ length: 501 }, () => aRecord()))).toMatchObject({ status: 400 })
})

test('[F09] five hundred records with long names are accepted at once; those of missing titles are skipped', async () => {
  const list = Array.from({ length: 500 }, (_, at) => aRecord({ id: at < 497 ? 500_000 + at : (ids[at - 497] ?? 0) }))
  expect(await sync(list, 'mei')).toMatchObject({ code: replyCode.done, data: { taken: 3 } })
})

test('[F09] of each title the newest record counts, sent or stored', async () => {
  const [first, second] = [ids[0] ?? 0, ids[1] ?? 0]
  await sync([
    aRecord({ id: first, saveTime: 1_700_000_300, currentTime: 30 }),
    aRecord({ id: first, saveTime: 1_700_000_200, currentTime: 20 }),
    aRecord({ id: second, saveTime: 1_700_000_250, percent: 12.34 }),
  ])
  await sync([aRecord({ id: first, saveTime: 1_700_000_250, currentTime: 25 })])
  expect(await watches()).toMatchObject({
    list: [
      { id: first, currentTime: 30, percent: 30, time: 1_700_000_300 },
      { id: second, currentTime: 12.34, percent: 12.34 },
    ],
  })
})

test('[F09] a device that still has a removed record does not restore it', async () => {
  await t.make(userHistoryClear, {}, { as: 'lin' })
  await sync([aRecord()])
  expect(await watches()).toEqual({ list: [] })
})

test('[F09] records that were unknown when all were removed become visible only when that is undone', async () => {
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  await t.make(userHistoryClear, {}, { as: 'bao' })
  const unseen = [aRecord(), aRecord({ id: ids[1] ?? 0, saveTime: nowSec })]
  expect(await sync(unseen, 'bao')).toMatchObject({ data: { taken: 2 } })
  expect(await watches('bao')).toEqual({ list: [] })
  await sync([aRecord({ id: ids[2] ?? 0, saveTime: nowSec + 1 })], 'bao')
  expect(await watches('bao')).toMatchObject({ list: [{ id: ids[2] }] })
  expect(await t.make(userHistoryRestore, {}, { as: 'bao' })).toMatchObject({ data: { restored: 2 } })
  expect(await watches('bao')).toMatchObject({ list: [{ id: ids[2] }, { id: ids[1] }, { id: ids[0] }] })
})

test('[F09] a household that pauses often is accepted; repeated uploads of a whole history are refused', async () => {
  const answers = []
  for (let at = 0; at < 301; at++)
    answers.push(await t.make(userWatchesSync, { list: [] }, { as: 'lin', remoteAddress: '192.0.2.31' }))
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 300 }, () => 200), 429])
})
