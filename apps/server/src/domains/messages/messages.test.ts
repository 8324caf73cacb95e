import {
  callsByDomain,
  indexBulletinDetail,
  indexMessages,
  indexMessageState,
  indexReadMessages,
  replyCode,
} from '@yunmu/contract'
import { expect, test } from 'vitest'
import { aMatch, knowsLive } from '../../testing/live.ts'
import { buildTestApp, type Answer } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import type { BulletinInput } from './index.ts'
import { messagesChanged } from './messages-events.ts'
import { runSchedule } from '../../testing/modules.ts'

const t = await buildTestApp({}, { live: knowsLive([], [aMatch({ id: 3 })]) })
const { messages } = t.station
const { id: titleId } = await t.station.catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), 1)
const nowSec = Math.floor(t.clock.nowMs() / 1000)
const { lin, mei, bao } = t.people
const input: BulletinInput = { title: '新片', content: '第一段\n第二段', dialog: 1, startsAt: null, endsAt: null }
const added = async (more: Partial<BulletinInput> = {}): Promise<number> => {
  const id = await messages.bulletins.add({ ...input, ...more })
  if (typeof id === 'string') throw new Error(id)
  return id
}
type Person = 'lin' | 'mei'
const list = async (type: 'bulletin' | 'comment_thumb_up' | 'comment_commit' | 'sub_live' | 'all', as?: Person) =>
  indexMessages.reply.parse((await t.make(indexMessages, { type, n: 10 }, as ? { as } : {})).data).list
const unread = async (as?: Person): Promise<Record<string, number>> => {
  const { data } = await t.make(indexMessageState, {}, as ? { as } : {})
  return Object.fromEntries(indexMessageState.reply.parse(data).tabs.map(({ value, unread: count }) => [value, count]))
}
const about = { kind: 'vod', id: titleId } as const
const reply = { type: 'comment_commit', actorId: mei.userId, about, commentId: 12, text: '我也这么觉得' } as const
const thumb = { ...reply, type: 'comment_thumb_up', commentId: 11, text: '灯塔那一段拍得真好' } as const

/** One more user. */
async function somebody(nickname: string): Promise<number> {
  const { rows } = await t.platform.pool.query<{ id: number }>(
    'insert into app_user (name, name_key, nickname, created_at) values ($1, $1, $1, $2) returning id',
    [nickname, nowSec],
  )
  return rows[0]?.id ?? 0
}

let bulletinId = 0

test('[D09] a visitor has only bulletins', async () => {
  bulletinId = await added()
  expect(await t.make(indexMessages, { type: 'comment_commit', n: 10 })).toMatchObject({ code: replyCode.loginNeeded })
  expect(await unread()).toEqual({ bulletin: 1 })
  const bulletin = {
    id: bulletinId,
    msgType: 'bulletin',
    read: false,
    dialog: 1,
    show: true,
    title: '新片',
    createTime: nowSec,
    info: {
      id: 0,
      streamId: 0,
      rid: 0,
      url: '',
    },
    content: '第一段 第二段',
    userNickName: '',
    userPortrait: '',
    vip: false,
  }
  expect(await list('bulletin')).toEqual([bulletin])
  expect(await list('all')).toEqual([bulletin])
  const whole = await t.make(indexBulletinDetail, { id: bulletinId })
  expect(whole.data).toEqual({ ...bulletin, content: '第一段\n第二段' })
})

test('[D07] a bulletin is shown in its time only, and removed for everybody', async () => {
  const later = await added({ startsAt: nowSec + 60, endsAt: nowSec + 120 })
  expect(await list('bulletin')).toHaveLength(1)
  expect(await t.make(indexBulletinDetail, { id: later })).toMatchObject({ data: { refusal: 'NoSuchBulletin' } })
  expect(await messages.bulletins.remove(later)).toBe(true)
  expect(await messages.bulletins.remove(later)).toBe(false)
  const short = await added({ title: '快讯' })
  expect(await list('bulletin')).toMatchObject([{ title: '快讯' }, { title: '新片' }])
  await messages.bulletins.remove(short)
  expect(await list('bulletin')).toMatchObject([{ title: '新片' }])
})

test('[I03] nobody is notified of actions on an own comment, or on one without an author', async () => {
  await messages.notify([mei.userId], reply)
  await messages.notify([999_999], reply)
  expect(await unread('mei')).toEqual({ bulletin: 1, comment_thumb_up: 0, comment_commit: 0, sub_live: 0, reminder: 0 })
})

test('[I03] [D09] messages are in their tabs with actor, action and place, and count as unread', async () => {
  await messages.notify([lin.userId], reply)
  await messages.notify([lin.userId], thumb)
  await messages.notify([lin.userId, lin.userId, mei.userId], {
    type: 'sub_live',
    about: {
      kind: 'match',
      id: 3,
      streamId: 2,
    },
    title: '江海港务 对 北屿远航 开始了',
    text: '环海联赛',
  })
  expect(await unread('lin')).toEqual({ bulletin: 1, comment_thumb_up: 1, comment_commit: 1, sub_live: 1, reminder: 0 })
  expect(await list('comment_commit', 'lin')).toEqual([
    {
      id: expect.any(Number),
      msgType: 'comment_commit',
      read: false,
      dialog: 1,
      show: true,
      info: {
        id: titleId,
        streamId: 0,
        rid: 12,
        url: `/details/2/${titleId}#comment-12`,
      },
      title: '梅回复了你',
      content: '我也这么觉得',
      createTime: nowSec,
      userNickName: '梅',
      userPortrait: '',
      vip: true,
    },
  ])
  expect(await list('sub_live', 'lin')).toMatchObject([
    { title: '江海港务 对 北屿远航 开始了', info: { id: 3, streamId: 2, url: '/match/play/3/2' } },
  ])
  expect((await list('all', 'lin')).map(({ msgType }) => msgType).toSorted()).toEqual(
    ['bulletin', 'comment_commit', 'comment_thumb_up', 'sub_live'].toSorted(),
  )
})

test('[I03] thumbs for one comment share one message, which counts each user once and becomes unread for another one', async () => {
  const thumbOf = (actorId: number) => messages.notify([lin.userId], { ...thumb, actorId })
  const received: number[][] = []
  t.events.on(messagesChanged, (detail) => received.push(detail?.userIds ?? []))
  for (const { userId } of [bao, mei, bao, mei]) await thumbOf(userId)
  expect(await list('comment_thumb_up', 'lin')).toMatchObject([{ title: '包 等 2 人赞了你的评论', dialog: 2 }])
  expect(received).toEqual([[lin.userId]])
  await t.make(indexReadMessages, { msgType: 'comment_thumb_up' }, { as: 'lin' })
  await thumbOf(mei.userId)
  expect(await unread('lin')).toMatchObject({ comment_thumb_up: 0, comment_commit: 1 })
  await thumbOf(await somebody('丁'))
  expect(await list('comment_thumb_up', 'lin')).toMatchObject([{ title: '丁 等 3 人赞了你的评论', read: false }])
})

/** Each call, made by 梅 on messages of 林, and its expected reply. */
const matrix = (ids: number[]): readonly [name: string, make: () => Promise<Answer>, expected: unknown][] => [
  ['indexMessages', () => t.make(indexMessages, { type: 'comment_commit', n: 10 }, { as: 'mei' }), { list: [] }],
  [
    'indexReadMessages',
    () => t.make(indexReadMessages, { ids, msgType: 'comment_commit' }, { as: 'mei' }),
    { tabs: expect.arrayContaining([{ value: 'sub_live', unread: 1 }]) },
  ],
  [
    'indexReadMessages',
    () => t.make(indexReadMessages, { ids: [bulletinId, ...ids], msgType: 'bulletin' }, { as: 'mei' }),
    { tabs: expect.arrayContaining([{ value: 'bulletin', unread: 0 }]) },
  ],
  [
    'indexMessageState',
    () => t.make(indexMessageState, {}, { as: 'mei' }),
    { tabs: expect.arrayContaining([{ value: 'comment_commit', unread: 0 }]) },
  ],
  [
    'indexBulletinDetail',
    () => t.make(indexBulletinDetail, { id: bulletinId }, { as: 'mei' }),
    expect.objectContaining({ read: true }),
  ],
]

test('[E07] nothing that one user requests or does shows or changes data of another', async () => {
  const ids = (await list('all', 'lin')).filter(({ msgType }) => msgType !== 'bulletin').map(({ id }) => id)
  const calls = matrix(ids)
  expect(new Set(calls.map(([name]) => name))).toEqual(new Set(callsByDomain.messages.map(({ name }) => name)))
  const before = await messages.exportOf(lin.userId)
  expect(before.messages).toHaveLength(3)
  for (const [name, make, expected] of calls) expect([name, (await make()).data]).toEqual([name, expected])
  expect(await messages.exportOf(lin.userId)).toEqual(before)
})

test('[D09] a message read on one device is read on every other, and deleted bulletins are dropped', async () => {
  expect(await list('bulletin', 'lin')).toMatchObject([{ read: false }])
  const second = await added({ title: '又一条' })
  const { data } = await t.make(indexReadMessages, { ids: [bulletinId, 777], msgType: 'bulletin' }, { as: 'lin' })
  expect(data).toMatchObject({ tabs: [{ value: 'bulletin', unread: 1 }, {}, {}, {}, {}] })
  expect(await list('bulletin', 'lin')).toMatchObject([{ read: false }, { read: true }])
  await messages.bulletins.remove(bulletinId)
  await t.make(indexReadMessages, { msgType: 'bulletin' }, { as: 'lin' })
  expect((await messages.exportOf(lin.userId)).bulletinsRead).toEqual([second])
})

test('[E07] the export of a user contains the own messages, and nothing of others', async () => {
  expect(await messages.exportOf(bao.userId)).toEqual({ messages: [], bulletinsRead: [] })
  const { messages: own } = await messages.exportOf(mei.userId)
  const time = new Date(nowSec * 1000).toISOString()
  expect(own).toEqual([
    {
      id: expect.any(Number),
      type: 'sub_live',
      title: '江海港务 对 北屿远航 开始了',
      content: '环海联赛',
      time,
      read: false,
    },
  ])
})

test('[I03] a thousand notified users are named in events small enough for every bus', async () => {
  const { rows } = await t.platform.pool.query<{ id: number }>(
    "insert into app_user (name, name_key, created_at) select 'm' || n, 'm' || n, 0 from generate_series(1, 1100) n returning id",
  )
  const told: number[][] = []
  const stop = t.events.on(messagesChanged, (came) => told.push(came?.userIds ?? []))
  const ids = rows.map(({ id }) => id)
  await messages.notify(ids, {
    type: 'sub_live',
    about: {
      kind: 'match',
      id: 3,
      streamId: 0,
    },
    title: '开始了',
    text: '看',
  })
  stop()
  expect(told.flat().toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
  expect(Math.max(...told.map((part) => JSON.stringify(part).length))).toBeLessThan(7000)
  await t.platform.pool.query('delete from app_user where id = any($1)', [ids])
})

test('[I03] a message about a deleted subject has no link; old messages are deleted, and so are those whose only actor was deleted', async () => {
  await messages.notify([lin.userId], { ...reply, about: { kind: 'vod', id: 999_999 }, commentId: 13 })
  expect((await list('comment_commit', 'lin'))[0]?.info).toMatchObject({ id: 999_999, url: '' })
  await t.platform.pool.query('delete from app_user where id = $1', [mei.userId])
  expect((await list('all', 'lin')).map(({ title }) => title)).toEqual([
    '江海港务 对 北屿远航 开始了',
    '丁 等 2 人赞了你的评论',
    '又一条',
  ])
  expect(await unread('lin')).toMatchObject({ comment_commit: 0 })
  await runSchedule(messages.module, 'messages.deleteOld')
  const kept = await t.platform.pool.query<{ type: string }>('select type from message where user_id = $1', [
    lin.userId,
  ])
  expect(kept.rows.map(({ type }) => type).toSorted()).toEqual(['comment_thumb_up', 'sub_live'])
  const left = await t.platform.pool.query('select from message where user_id = $1', [mei.userId])
  expect(left.rowCount).toBe(0)
  t.clock.set(t.clock.nowMs() + 181 * 24 * 3600 * 1000)
  await runSchedule(messages.module, 'messages.deleteOld')
  expect((await messages.exportOf(lin.userId)).messages).toEqual([])
})
