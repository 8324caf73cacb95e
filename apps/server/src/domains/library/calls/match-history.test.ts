import {
  replyCode,
  userHistoryDelete,
  userHistoryRestore,
  userWatches,
  userWatchesSync,
  userWatchRecord,
  userWatchSave,
  vodHistoryList,
  type SyncRecord,
} from '@yunmu/contract'
import { expect, test } from 'vitest'
import { aMatch, aTeam, knowsLive } from '../../../testing/live.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

const live = knowsLive(
  [],
  [
    aMatch({
      id: 1,
      round: '第 12 轮',
      home: aTeam({ id: 1, name: '江海港务' }),
      away: aTeam({ id: 2, name: '北屿远航' }),
      state: 'over',
      status: 'over',
      score: [3, 1],
    }),
  ],
)
const t = await buildTestApp({}, { live })
const lin = { as: 'lin' } as const
const title = await t.station.catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), 1_700_000_000)
const nowSec = Math.floor(t.clock.nowMs() / 1000)

const seen = (given: Partial<SyncRecord> = {}): SyncRecord => ({
  type: 'match',
  id: 1,
  episode: 2,
  duration: 6000,
  percent: 0,
  currentTime: 1500,
  title: '',
  saveTime: nowSec,
  ...given,
})
const recordOf = async (type: 'match' | 'vod', id = 1) => (await t.make(userWatchRecord, { type, id }, lin)).data
const matches = async () => (await t.make(vodHistoryList, { kind: 'match', q: '', page: 1, size: 30 }, lin)).data

test('[F09] [H01] a match that does not exist is not recorded, and guests have no records', async () => {
  expect(await t.make(userWatchesSync, { list: [seen({ id: 1000 })] }, lin)).toMatchObject({ data: { taken: 0 } })
  expect(await t.make(userWatchRecord, { type: 'match', id: 1 })).toMatchObject({ code: replyCode.loginNeeded })
  expect(await recordOf('match')).toEqual({ record: null })
})

test('[F09] [H01] a watched match is in the history beside the title with the same id: where it was left, without its score', async () => {
  expect(title.id).toBe(1)
  await t.make(userWatchesSync, { list: [seen({ type: 'vod', currentTime: 50, saveTime: nowSec - 1 })] }, lin)
  await t.make(userWatchSave, seen(), lin)
  expect((await t.make(userWatches, { count: 10 }, lin)).data).toMatchObject({
    list: [{ type: 'match' }, { type: 'vod', name: '雾港来信' }],
  })
  const item = {
    type: 'match',
    id: 1,
    level: 2,
    name: '江海港务 对 北屿远航',
    remarks: '环海联赛 第 12 轮',
    still: '/media/cards/match-1.webp',
    currentTime: 1500,
    percent: 25,
    gone: false,
  }
  expect(await matches()).toMatchObject({ list: [item], total: 1 })
  expect(await recordOf('match')).toMatchObject({ record: item })
  expect(await recordOf('vod')).toMatchObject({ record: { type: 'vod', currentTime: 50 } })
  expect(JSON.stringify(await matches())).not.toMatch(/score|winner/)
})

test('[F09] records of matches are exported, and removed and restored like the others', async () => {
  const { records } = await t.station.library.exportOf(t.people.lin.userId)
  expect(records).toContainEqual(
    expect.objectContaining({ type: 'match', id: 1, name: expect.stringContaining('江海港务') }),
  )
  await t.make(userHistoryDelete, { list: [{ type: 'match', id: 1 }] }, lin)
  expect(await matches()).toMatchObject({ total: 0 })
  expect(await recordOf('vod')).toMatchObject({ record: { type: 'vod' } })
  await t.make(userHistoryRestore, {}, lin)
  expect(await matches()).toMatchObject({ total: 1 })
})

test('[F09] the records of a deleted account go with it', async () => {
  await t.platform.pool.query('delete from app_user where id = $1', [t.people.lin.userId])
  expect((await t.platform.pool.query('select from watch_record')).rows).toEqual([])
})
