import {
  callsByDomain,
  laterListId,
  userFavoriteCancelChannel,
  userFavorites,
  userFavoriteSave,
  userHistoryClear,
  userHistoryDelete,
  userHistoryRestore,
  userListAdd,
  userListCreate,
  userListDelete,
  userListOrder,
  userListRemove,
  userListRename,
  userLists,
  userListTitles,
  userProgrammeForget,
  userProgrammeRemind,
  userReminders,
  userSubs,
  userTitleFollow,
  userTitleUnfollow,
  userWatchRecord,
  userWatchSave,
  userWatches,
  userWatchesSync,
  vodFavorite,
  vodFavoriteCancel,
  vodFavoriteList,
  vodHistoryDelete,
  vodHistoryList,
  vodScore,
  vodUp,
  vodWatchRecord,
  type SyncRecord,
} from '@yunmu/contract'
import { expect, test } from 'vitest'
import { aChannel, aMatch, knowsLive } from '../../testing/live.ts'
import { buildTestApp, type Answer } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'

const live = knowsLive([aChannel({ id: 7, name: '云幕一套' })], [aMatch({ id: 3 })])
const t = await buildTestApp({}, { live })
const { id } = await t.station.catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), 1)
const nowSec = Math.floor(t.clock.nowMs() / 1000)
/** Ids of what he made, set by the test. */
const made = { lin: 0, programme: 0 }
const record: SyncRecord = {
  type: 'vod',
  id,
  episode: 1,
  duration: 200,
  percent: 25,
  currentTime: 50,
  title: '',
  saveTime: nowSec,
}

/** Each call, made by 梅 on data of 林, and its expected reply. */
const matrix: readonly [name: string, make: () => Promise<Answer>, expected: unknown][] = [
  ['userWatchRecord', () => t.make(userWatchRecord, { type: 'vod', id }, { as: 'mei' }), { record: null }],
  ['userWatches', () => t.make(userWatches, { count: 10 }, { as: 'mei' }), { list: [] }],
  [
    'vodHistoryList',
    () => t.make(vodHistoryList, { kind: 'all', q: '雾', page: 1, size: 10 }, { as: 'mei' }),
    { list: [], total: 0, page: 1, size: 10 },
  ],
  [
    'vodFavoriteList',
    () => t.make(vodFavoriteList, { page: 1, size: 10 }, { as: 'mei' }),
    { list: [], total: 0, page: 1, size: 10 },
  ],
  [
    'userFavorites',
    () => t.make(userFavorites, { page: 1, size: 10 }, { as: 'mei' }),
    { list: [], total: 0, page: 1, size: 10 },
  ],
  ['userSubs', () => t.make(userSubs, { page: 1, size: 10 }, { as: 'mei' }), { list: [], total: 0, page: 1, size: 10 }],
  ['userFavoriteCancelChannel', () => t.make(userFavoriteCancelChannel, { ids: [7] }, { as: 'mei' }), { cancelled: 0 }],
  [
    'vodWatchRecord',
    () => t.make(vodWatchRecord, { id }, { as: 'mei' }),
    { record: null, favourite: false, upped: false, later: false, followed: false, score: 0 },
  ],
  [
    'userHistoryDelete',
    () => t.make(userHistoryDelete, { list: [{ type: 'vod', id }] }, { as: 'mei' }),
    { deleted: 0 },
  ],
  ['vodHistoryDelete', () => t.make(vodHistoryDelete, { ids: [id] }, { as: 'mei' }), { deleted: 0 }],
  ['userHistoryClear', () => t.make(userHistoryClear, {}, { as: 'mei' }), { deleted: 0 }],
  ['userHistoryRestore', () => t.make(userHistoryRestore, {}, { as: 'mei' }), { refusal: 'AlreadyDone' }],
  ['vodFavoriteCancel', () => t.make(vodFavoriteCancel, { ids: [id] }, { as: 'mei' }), { cancelled: 0 }],
  [
    'userLists',
    () => t.make(userLists, { title: id }, { as: 'mei' }),
    { list: [{ id: laterListId, name: '', count: 0, covers: [], has: false }] },
  ],
  [
    'userListTitles',
    () => t.make(userListTitles, { list: made.lin, page: 1, size: 10 }, { as: 'mei' }),
    { refusal: 'NoSuchList' },
  ],
  [
    'userListRemove',
    () => t.make(userListRemove, { list: made.lin, ids: [id] }, { as: 'mei' }),
    { refusal: 'NoSuchList' },
  ],
  [
    'userListRename',
    () => t.make(userListRename, { list: made.lin, name: '我的' }, { as: 'mei' }),
    { refusal: 'NoSuchList' },
  ],
  ['userListDelete', () => t.make(userListDelete, { list: made.lin }, { as: 'mei' }), { refusal: 'NoSuchList' }],
  ['userListOrder', () => t.make(userListOrder, { lists: [made.lin] }, { as: 'mei' }), {}],
  ['userReminders', () => t.make(userReminders, {}, { as: 'mei' }), { titles: [], programmes: [] }],
  ['userTitleUnfollow', () => t.make(userTitleUnfollow, { ids: [id] }, { as: 'mei' }), { cancelled: 0 }],
  [
    'userProgrammeForget',
    () => t.make(userProgrammeForget, { channelId: 7, start: nowSec + 600 }, { as: 'mei' }),
    { cancelled: 0 },
  ],
  // Her own writes succeed, whatever he has.
  ['userTitleFollow', () => t.make(userTitleFollow, { id }, { as: 'mei' }), {}],
  ['userProgrammeRemind', () => t.make(userProgrammeRemind, { id: made.programme }, { as: 'mei' }), {}],
  ['userListAdd', () => t.make(userListAdd, { list: laterListId, id }, { as: 'mei' }), {}],
  ['userListCreate', () => t.make(userListCreate, { name: '周末' }, { as: 'mei' }), { id: expect.any(Number) }],
  ['userWatchSave', () => t.make(userWatchSave, { ...record, currentTime: 5 }, { as: 'mei' }), {}],
  [
    'userWatchesSync',
    () => t.make(userWatchesSync, { list: [{ ...record, currentTime: 6 }] }, { as: 'mei' }),
    { taken: 1 },
  ],
  ['vodFavorite', () => t.make(vodFavorite, { id }, { as: 'mei' }), {}],
  ['userFavoriteSave', () => t.make(userFavoriteSave, { type: 'live', id: 7 }, { as: 'mei' }), {}],
  ['vodUp', () => t.make(vodUp, { id }, { as: 'mei' }), { up: 2 }],
  ['vodScore', () => t.make(vodScore, { id, score: 2 }, { as: 'mei' }), { score: 5.5, scoreCount: 2 }],
]

test('[E07] nothing that one user requests or does shows or changes data of another', async () => {
  expect(matrix.map(([name]) => name).toSorted()).toEqual(callsByDomain.library.map(({ name }) => name).toSorted())
  const lin = { as: 'lin' } as const
  await t.make(userWatchSave, record, lin)
  await t.make(vodFavorite, { id }, lin)
  await t.make(userFavoriteSave, { type: 'live', id: 7 }, lin)
  await t.platform.pool.query('insert into match_subscription values ($1, 3, $2)', [t.people.lin.userId, nowSec])
  await t.make(vodUp, { id }, lin)
  await t.make(vodScore, { id, score: 9 }, lin)
  await t.make(userListAdd, { list: laterListId, id }, lin)
  made.lin = userListCreate.reply.parse((await t.make(userListCreate, { name: '周末' }, lin)).data).id
  await t.make(userListAdd, { list: made.lin, id }, lin)
  await t.make(userTitleFollow, { id }, lin)
  await t.station.guide.saveProgrammes(7, [{ startSec: nowSec + 600, endSec: nowSec + 1200, name: '晚间新闻' }])
  made.programme = (await t.station.guide.of(7, nowSec + 600, nowSec + 1200))[0]?.id ?? 0
  await t.make(userProgrammeRemind, { id: made.programme }, lin)
  const before = await t.station.library.exportOf(t.people.lin.userId)
  for (const [name, make, expected] of matrix) expect([name, (await make()).data]).toEqual([name, expected])
  expect(await t.station.library.exportOf(t.people.lin.userId)).toEqual(before)
})

test('[E07] the export of a user contains all stored data, removed records included, and nothing of others', async () => {
  await t.make(userHistoryClear, {}, { as: 'lin' })
  const { records, ...rest } = await t.station.library.exportOf(t.people.lin.userId)
  const time = new Date(nowSec * 1000).toISOString()
  const title = { id, name: '雾港来信', time }
  expect(rest).toEqual({
    favourites: [title],
    follows: [{ id: 7, name: '云幕一套', time }],
    subscriptions: [{ id: 3, name: '江海港务 北屿远航', time }],
    ups: [title],
    scores: [{ ...title, score: 9 }],
    titleFollows: [title],
    programmeReminders: [
      { id: 7, name: '云幕一套', programme: '晚间新闻', time: new Date((nowSec + 600) * 1000).toISOString() },
    ],
    lists: [
      { name: '', time, titles: [title] },
      { name: '周末', time, titles: [title] },
    ],
  })
  expect(records).toEqual([
    {
      type: 'vod',
      id,
      name: '雾港来信',
      level: 1,
      currentTime: 50,
      duration: 200,
      percent: 25,
      time,
      deletedAt: time,
    },
  ])
  const nothing = {
    records: [],
    favourites: [],
    follows: [],
    subscriptions: [],
    ups: [],
    scores: [],
    titleFollows: [],
    programmeReminders: [],
    lists: [],
  }
  expect(await t.station.library.exportOf(t.people.bao.userId)).toEqual(nothing)
})
