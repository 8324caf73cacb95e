import {
  replyCode,
  userHistoryClear,
  userHistoryDelete,
  userHistoryRestore,
  userWatchSave,
  userWatches,
  vodHistoryDelete,
} from '@yunmu/contract'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildTestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

const t = await buildTestApp()
const ids: number[] = []
for (let at = 0; at < 3; at++) ids.push((await t.station.catalog.writer.saveTitle(aTitle(), 1_700_000_000)).id)
const [first = 0, second = 0] = ids
const lin = { as: 'lin' } as const
const List = z.object({ list: z.array(z.object({ id: z.int() })) })

const later = (sec: number) => t.clock.set(t.clock.nowMs() + sec * 1000)
const watch = (id: number) => {
  const saveTime = Math.floor(t.clock.nowMs() / 1000)
  return t.make(
    userWatchSave,
    { type: 'vod', id, episode: 1, duration: 100, percent: 0, currentTime: 50, title: '', saveTime },
    lin,
  )
}
const shown = async () => {
  const { data } = await t.make(userWatches, { count: 10 }, lin)
  return List.parse(data)
    .list.map(({ id }) => id)
    .toSorted((a, b) => a - b)
}
const remove = (id: number, type: 'vod' | 'tv' | 'live' = 'vod') =>
  t.make(userHistoryDelete, { list: [{ type, id }] }, lin)
const restore = () => t.make(userHistoryRestore, {}, lin)

beforeEach(async () => {
  later(3600)
  for (const id of ids) await watch(id)
})

test('[F09] restoring nothing is refused quietly', async () => {
  expect(await restore()).toMatchObject({ code: replyCode.alreadySo, data: { refusal: 'AlreadyDone' } })
})

test('[F09] a record is removed, buffered ones included, and can be restored once', async () => {
  expect(await remove(first, 'live')).toMatchObject({ data: { deleted: 0 } })
  expect(await remove(first, 'tv')).toMatchObject({ data: { deleted: 1 } })
  expect(await remove(first)).toMatchObject({ data: { deleted: 0 } })
  expect(await shown()).toEqual(ids.slice(1))
  expect(await restore()).toMatchObject({ code: replyCode.done, data: { restored: 1 } })
  expect(await shown()).toEqual(ids)
  expect(await restore()).toMatchObject({ code: replyCode.alreadySo })
})

test('[F09] records of titles are removed by their ids alone, buffered ones too, and are restored together', async () => {
  expect(await t.make(vodHistoryDelete, { ids: [] }, lin)).toMatchObject({ status: 400 })
  expect(await t.make(vodHistoryDelete, { ids: [first, second, first, 999_999] }, lin)).toMatchObject({
    data: { deleted: 2 },
  })
  expect(await shown()).toEqual(ids.slice(2))
  expect(await restore()).toMatchObject({ data: { restored: 2 } })
})

test('[F09] all records are removed and restored together, without those removed before', async () => {
  await remove(first)
  later(1)
  expect(await t.make(userHistoryClear, {}, lin)).toMatchObject({ data: { deleted: 2 } })
  expect(await shown()).toEqual([])
  expect(await restore()).toMatchObject({ data: { restored: 2 } })
  expect(await shown()).toEqual(ids.slice(1))
})

test('[F09] after ten minutes nothing can be restored', async () => {
  await t.make(userHistoryClear, {}, lin)
  later(600)
  expect(await restore()).toMatchObject({ code: replyCode.alreadySo })
})

test('[F09] watching again restores the record', async () => {
  await remove(second)
  later(10)
  await watch(second)
  expect(await shown()).toEqual(ids)
})

test('[F09] removal marks are deleted after ninety days', async () => {
  const rows = async () => (await t.platform.pool.query('select ref_id from watch_record order by ref_id')).rows
  await remove(first)
  later(90 * 24 * 3600)
  await t.station.library.purgeRemoved()
  expect(await rows()).toHaveLength(3)
  later(1)
  await t.station.library.purgeRemoved()
  expect(await rows()).toEqual(ids.slice(1).map((ref_id) => ({ ref_id })))
})
