import { userWatchesSync, userWatchSave, vodHistoryList, type SendOf, type SyncRecord } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { aChannel, knowsLive } from '../../../testing/live.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

const now = { id: 5, name: '晚间新闻', start: 1_700_000_000, end: 1_700_003_600, img: '/media/art/now.webp' }
const live = knowsLive([aChannel({ id: 1, name: '云幕一套', now })], [])
const t = await buildTestApp({}, { live })
const lin = { as: 'lin' } as const
const { writer } = t.station.catalog
const title = await writer.saveTitle(aTitle({ name: '雾港来信' }), 1_700_000_000)
const other = await writer.saveTitle(aTitle({ name: '第七码头' }), 1_700_000_000)

const nowSec = Math.floor(t.clock.nowMs() / 1000)
const seen = (given: Partial<SyncRecord>): SyncRecord => ({
  type: 'live',
  id: 1,
  episode: 1,
  duration: 0,
  percent: 0,
  currentTime: 0,
  title: '',
  saveTime: nowSec,
  ...given,
})
const history = async (kind: SendOf<typeof vodHistoryList>['kind']) =>
  (await t.make(vodHistoryList, { kind, q: '', page: 1, size: 30 }, lin)).data

test('[F09] a missing channel is not recorded, even if a title has its id', async () => {
  expect(await t.make(userWatchesSync, { list: [seen({ id: 1000 }), seen({ id: other.id })] }, lin)).toMatchObject({
    data: { taken: 0 },
  })
  expect(await history('live')).toMatchObject({ list: [], total: 0 })
})

test('[F09] a watched channel is in the history, beside the title with the same id', async () => {
  expect(title.id).toBe(1)
  const record = seen({ type: 'vod', duration: 100, currentTime: 50, saveTime: nowSec - 1 })
  await t.make(userWatchesSync, { list: [record] }, lin)
  await t.make(userWatchSave, seen({}), lin)
  expect(await history('all')).toMatchObject({ list: [{ type: 'live' }, { type: 'vod', name: '雾港来信' }], total: 2 })
  expect(await history('live')).toMatchObject({
    list: [{ id: 1, name: '云幕一套', still: '/media/art/now.webp', time: nowSec, gone: false }],
    total: 1,
  })
  expect((await t.station.library.exportOf(t.people.lin.userId)).records).toContainEqual(
    expect.objectContaining({ type: 'live', id: 1, name: '云幕一套' }),
  )
})
