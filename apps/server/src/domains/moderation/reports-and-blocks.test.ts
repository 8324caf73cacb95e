import {
  commentList,
  commonReport,
  consoleModerationDecide,
  consoleModerationQueue,
  danmakuSend,
  userBlock,
  userBlocks,
  userUnblock,
  type ReportReason,
  type TextKind,
} from '@yunmu/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aChannel, knowsLive } from '../../testing/live.ts'
import type { People } from '../../testing/people.ts'
import { ageAccounts } from '../../testing/accounts.ts'
import { buildTestApp } from '../../testing/test-app.ts'

type Who = keyof People

const t = await buildTestApp({}, { live: knowsLive([aChannel({ id: 7, name: '云幕一套' })], []) })
const { pool } = t.platform
const { lin, mei, bao } = t.people
let writer = 0

beforeAll(async () => {
  await ageAccounts(t)
  await t.makeOperator('bao')
  const made = await pool.query<{ id: number }>(
    "insert into app_user (name, name_key, nickname, created_at) values ('xie', 'xie', '写', 0) returning id",
  )
  writer = made.rows[0]?.id ?? 0
})
beforeEach(async () => {
  await pool.query('truncate comment, danmaku, moderation_recent, moderation_report, user_block cascade')
  t.clock.set(t.clock.nowMs() + 24 * 3600_000)
})

const comment = async (content: string, userId = writer): Promise<number> => {
  const { rows } = await pool.query<{ id: number }>(
    "insert into comment (user_id, kind, subject_id, content, created_at) values ($1, 'live', 7, $2, 0) returning id",
    [userId, content],
  )
  return rows[0]?.id ?? 0
}
const seen = async (as?: Who) => {
  const { data } = await t.make(commentList, { kind: 'live', id: 7, order: 'new', page: 1 }, as ? { as } : {})
  const { list } = z.object({ list: z.array(z.object({ content: z.string() })) }).parse(data)
  return list.map(({ content }) => content)
}
const report = async (as: Who, id: number, remoteAddress: string, reason: ReportReason = 'abuse') =>
  (await t.make(commonReport, { kind: 'comment', id: String(id), reason }, { as, remoteAddress })).data
const queue = async () => (await t.make(consoleModerationQueue, { page: 1, size: 30 }, { as: 'bao' })).data
const show = (id: number) =>
  t.make(consoleModerationDecide, { items: [{ kind: 'comment', id: String(id) }], decision: 'show' }, { as: 'bao' })

test('[I04] three reports from three networks hold a text until an operator reviews it, and not again', async () => {
  const id = await comment('有人不喜欢')
  expect(await report('mei', 999_999, '203.0.113.1')).toEqual({ refusal: 'NoSuchComment' })
  expect(await report('mei', id, '203.0.113.1', 'spoiler')).toEqual({})
  expect(await report('mei', id, '203.0.113.1')).toEqual({ refusal: 'AlreadyDone' })
  expect(await report('bao', id, '198.51.100.1')).toEqual({})
  expect(await seen()).toEqual(['有人不喜欢'])
  expect(await queue()).toMatchObject({ list: [{ state: 'shown', reports: 2, reasons: ['abuse', 'spoiler'] }] })
  expect(await report('lin', id, '192.0.2.1')).toEqual({})
  expect(await seen()).toEqual([])
  await show(id)
  expect(await seen()).toEqual(['有人不喜欢'])
  expect(await queue()).toMatchObject({ total: 0 })
  expect(await report('mei', id, '203.0.113.1')).toEqual({ refusal: 'AlreadyDone' })
  await pool.query(
    `insert into moderation_report (kind, text_id, user_id, reason, created_at, weighs)
      select 'comment', $1, id, 'abuse', 0, true from app_user on conflict do nothing`,
    [id],
  )
  await pool.query('delete from moderation_report where user_id = $1', [lin.userId])
  expect(await report('lin', id, '192.0.2.1')).toEqual({})
  expect(await seen()).toEqual(['有人不喜欢'])
  expect(await queue()).toMatchObject({ total: 1 })
})

test('[I04] reports of one-day-old accounts and of the author do not hold a text, but reach the operator', async () => {
  const id = await comment('三个新号不喜欢', lin.userId)
  await pool.query('update app_user set created_at = $2 where id = $1', [
    bao.userId,
    Math.floor(t.clock.nowMs() / 1000),
  ])
  await report('mei', id, '203.0.113.1')
  await report('lin', id, '198.51.100.1')
  await report('bao', id, '192.0.2.1')
  expect(await seen()).toEqual(['三个新号不喜欢'])
  expect(await queue()).toMatchObject({ list: [{ state: 'shown', reports: 3 }] })
  await pool.query('update app_user set created_at = 0 where id = $1', [bao.userId])
})

test('[I04] three reports from one network do not hold a text', async () => {
  const id = await comment('一家人不喜欢')
  for (const [at, who] of (['lin', 'mei', 'bao'] as const).entries()) await report(who, id, `203.0.113.${at + 1}`)
  expect(await seen()).toEqual(['一家人不喜欢'])
})

test('[I04] reports of texts removed by their authors do not fill the queue', async () => {
  const id = await comment('还在的一句')
  await report('mei', id, '203.0.113.1')
  await pool.query(
    `insert into moderation_report (kind, text_id, user_id, reason, created_at)
      select 'comment', 1000000 + n, u.id, 'spam', 0 from generate_series(1, 1200) n, (select id from app_user limit 2) u`,
  )
  expect(await queue()).toMatchObject({ total: 1, list: [{ text: '还在的一句' }] })
  const { rows } = await pool.query('select count(*)::int as open from moderation_report where not settled')
  expect(rows).toEqual([{ open: 1 }])
})

const block = async (as: Who, id: number | string, kind: TextKind = 'comment') =>
  (await t.make(userBlock, { kind, id: String(id) }, { as })).data

test('[I04] a block at a comment names the user, hides their comments, and can be ended', async () => {
  const id = await comment('烦人的话', lin.userId)
  expect(await block('lin', id)).toEqual({ refusal: 'BlockSelf' })
  const blocked = { kind: 'comment', userId: lin.userId, userNickName: '林', userPortrait: '', user: '' }
  const marks = [expect.stringMatching(/^[\w-]{16}$/)]
  expect(await block('mei', id)).toEqual({ blocked, marks })
  expect(await block('mei', id)).toEqual({ blocked, marks })
  expect((await t.make(userBlocks, {}, { as: 'mei' })).data).toEqual({ list: [blocked], marks })
  expect(await seen('mei')).toEqual([])
  expect((await t.make(userUnblock, { userId: lin.userId }, { as: 'mei' })).data).toEqual({ marks: [] })
  expect(await seen('mei')).toEqual(['烦人的话'])
  await pool.query(
    `with made as (insert into app_user (name, name_key, created_at)
      select 'b' || n, 'b' || n, 0 from generate_series(1, 500) n returning id)
    insert into user_block (user_id, blocked_id, kind, created_at) select $1, id, 'comment', 0 from made`,
    [mei.userId],
  )
  expect(await block('mei', id)).toEqual({ refusal: 'TooManyBlocks' })
})

test('[I04] a block at a danmaku reveals only the mark, in no reply and no filter anything else', async () => {
  await comment('同一个人的评论', lin.userId)
  const said = { kind: 'live', id: 7, level: 0, mode: 'scroll', color: 0xffffff, size: 25 } as const
  const { data } = await t.make(danmakuSend, { ...said, time: t.clock.nowMs() / 1000, text: '弹幕' }, { as: 'lin' })
  const { danmaku } = z.object({ danmaku: z.object({ id: z.string(), user: z.string() }) }).parse(data)
  const { user } = danmaku
  const voice = { kind: 'danmaku', userId: 0, userNickName: '', userPortrait: '', user }
  expect(await block('mei', danmaku.id, 'danmaku')).toEqual({ blocked: voice, marks: [user] })
  expect((await t.make(userBlocks, {}, { as: 'mei' })).data).toEqual({ list: [voice], marks: [user] })
  expect(await seen('mei')).toEqual(['同一个人的评论'])
  expect(await t.station.moderation.exportOf(mei.userId)).toMatchObject({ blocks: [], danmakuBlocks: [user] })
  // Unblocking by user id has no effect here: a guessed id would reveal whose the danmaku are.
  expect((await t.make(userUnblock, { userId: lin.userId }, { as: 'mei' })).data).toEqual({ marks: [user] })
  expect((await t.make(userUnblock, { user }, { as: 'mei' })).data).toEqual({ marks: [] })
})
