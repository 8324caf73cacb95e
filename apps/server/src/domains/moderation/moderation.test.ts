import {
  callsByDomain,
  commentCommit,
  commentList,
  commonReport,
  consoleModerationDecide,
  consoleModerationMute,
  consoleModerationQueue,
  consoleModerationWords,
  danmakuSend,
  userBlock,
  userBlocks,
  userUnblock,
  type ReportReason,
} from '@yunmu/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Bus } from '../../platform/events/events.ts'
import { hostileTexts } from '../../testing/hostile-texts.ts'
import { aChannel, knowsLive } from '../../testing/live.ts'
import type { People } from '../../testing/people.ts'
import { ageAccounts } from '../../testing/accounts.ts'
import { buildTestApp, type Answer } from '../../testing/test-app.ts'
import { wordsChanged } from './moderation-events.ts'
import { textRates } from './recent-rules.ts'

type Who = keyof People

/** Two processes of one station. */
const listeners: ((name: string, detail: unknown) => void)[] = []
const busOf = (own: number): Bus => ({
  publish: (name, detail) => listeners.forEach((hear, at) => at !== own && hear(name, detail)),
  flush: async () => true,
  subscribe: (hear) => (listeners[own] = hear),
})
const live = knowsLive([aChannel({ id: 7, name: '云幕一套' })], [])
const t = await buildTestApp({}, { live, bus: busOf(0) })
const beside = await buildTestApp({}, { live, bus: busOf(1), beside: t })

beforeAll(async () => {
  await ageAccounts(t)
  // 包 is the operator.
  await t.makeOperator('bao')
})
beforeEach(async () => {
  await t.platform.pool.query(
    'truncate comment, moderation_recent, moderation_report, moderation_mute, moderation_words, user_block cascade',
  )
  t.events.announce(wordsChanged, {})
  t.clock.set(t.clock.nowMs() + 24 * 3600_000)
})

const about = { kind: 'live', id: 7 } as const
const commit = async (as: Who, content: string) => (await t.make(commentCommit, { ...about, content }, { as })).data
const Written = z.object({ comment: z.object({ id: z.int() }) })
const write = async (as: Who, content: string) => Written.parse(await commit(as, content)).comment.id
const Seen = z.object({ list: z.array(z.object({ content: z.string() })) })
const seen = async (as?: Who) => {
  const { data } = await t.make(commentList, { ...about, order: 'new', page: 1 }, as ? { as } : {})
  return Seen.parse(data).list.map(({ content }) => content)
}
const report = async (as: Who, id: number | string, reason: ReportReason = 'abuse') =>
  (await t.make(commonReport, { kind: 'comment', id: String(id), reason }, { as })).data
const queue = async (page = 1, size = 30) => (await t.make(consoleModerationQueue, { page, size }, { as: 'bao' })).data
const decide = async (ids: readonly number[], decision: 'show' | 'remove') => {
  const items = ids.map((id) => ({ kind: 'comment' as const, id: String(id) }))
  return (await t.make(consoleModerationDecide, { items, decision }, { as: 'bao' })).data
}
const words = async (lists: { refused: string[]; held: string[] }) =>
  (await t.make(consoleModerationWords, { words: lists }, { as: 'bao' })).data

/** Each call, made by 梅 on texts of 林 that only 林 may see, and its expected reply. */
const matrix = (id: number): readonly [name: string, make: () => Promise<Answer>, expected: unknown][] => {
  const as = { as: 'mei' } as const
  const text = { kind: 'comment', id: String(id) } as const
  const turnedAway = { refusal: 'OperatorNeeded' }
  return [
    ['commonReport', () => t.make(commonReport, { ...text, reason: 'spam' }, as), { refusal: 'NoSuchComment' }],
    [
      'consoleModerationDecide',
      () => t.make(consoleModerationDecide, { items: [text], decision: 'show' }, as),
      turnedAway,
    ],
    [
      'consoleModerationMute',
      () => t.make(consoleModerationMute, { userId: t.people.lin.userId, hours: 1, reason: '' }, as),
      turnedAway,
    ],
    ['consoleModerationQueue', () => t.make(consoleModerationQueue, { page: 1, size: 30 }, as), turnedAway],
    [
      'consoleModerationWords',
      () => t.make(consoleModerationWords, { words: { refused: ['林'], held: [] } }, as),
      turnedAway,
    ],
    ['userBlock', () => t.make(userBlock, text, as), { refusal: 'NoSuchComment' }],
    ['userBlocks', () => t.make(userBlocks, {}, as), { list: [], marks: [] }],
    ['userUnblock', () => t.make(userUnblock, { userId: t.people.mei.userId }, as), { marks: [] }],
  ]
}

test('[E07] nobody sees what only another user may see, and only operators use the console', async () => {
  const id = await write('lin', '写信到 lin@a.example')
  await t.platform.pool.query(
    "insert into user_block (user_id, blocked_id, kind, created_at) values ($1, $2, 'comment', 0)",
    [t.people.lin.userId, t.people.mei.userId],
  )
  const before = [await queue(), await t.station.moderation.exportOf(t.people.lin.userId)]
  const cases = matrix(id)
  expect(cases.map(([name]) => name).toSorted()).toEqual(callsByDomain.moderation.map(({ name }) => name).toSorted())
  for (const [name, make, expected] of cases) expect([name, (await make()).data]).toEqual([name, expected])
  expect([await queue(), await t.station.moderation.exportOf(t.people.lin.userId)]).toEqual(before)
})

test('[I04] a refused word stops a text, a held one hides it, in every process at once', async () => {
  expect(await commit('lin', '这是壞 东 西')).toMatchObject({ comment: {} })
  expect(await words({ refused: ['坏东西', ' 坏东西 '], held: ['剧透'] })).toEqual({
    words: { refused: ['坏东西'], held: ['剧透'] },
  })
  expect(await commit('lin', '又是壞 东 西')).toEqual({ refusal: 'TextRefused' })
  const elsewhere = await beside.make(commentCommit, { ...about, content: '还是坏东西' }, { as: 'lin' })
  expect(elsewhere.data).toEqual({ refusal: 'TextRefused' })
  expect(await commit('mei', '我来剧 透一下')).toMatchObject({ comment: { content: '我来剧 透一下', mine: true } })
  expect(await seen('mei')).toContain('我来剧 透一下')
  expect(await seen('lin')).not.toContain('我来剧 透一下')
  expect(await queue()).toMatchObject({
    total: 1,
    list: [
      {
        kind: 'comment',
        state: 'held',
        text: '我来剧 透一下',
        userNickName: '梅',
        found: '词语“剧透”',
        reports: 0,
        place: {
          kind: 'live',
          id: 7,
          level: 0,
          name: '云幕一套',
        },
      },
    ],
  })
})

test('[I04] an operator shows or removes held texts; deleted ones are skipped', async () => {
  const shown = await write('lin', '看 https://a.example')
  const removed = await write('mei', '加QQ 12345678')
  expect(await decide([shown, 999_999], 'show')).toEqual({ decided: 1 })
  expect(await decide([removed], 'remove')).toEqual({ decided: 1 })
  expect(await decide([removed], 'show')).toEqual({ decided: 0 })
  expect(await seen()).toEqual(['看 https://a.example'])
  expect(await seen('mei')).toEqual(['看 https://a.example'])
  expect(await queue()).toMatchObject({ total: 0, list: [] })
})

test('[I04] the most reported is first, then the oldest; pages follow each other', async () => {
  const held = await write('lin', '写信到 lin@a.example')
  const reported = await write('mei', '第一条')
  await report('lin', reported)
  const ids = async (page: number, size: number) =>
    z
      .object({ list: z.array(z.object({ id: z.string() })) })
      .parse(await queue(page, size))
      .list.map(({ id }) => Number(id))
  expect(await ids(1, 30)).toEqual([reported, held])
  expect(await ids(2, 1)).toEqual([held])
  expect(await ids(3, 1)).toEqual([])
})

test('[I04] a muted user can write nothing until the mute ends or is lifted', async () => {
  const mute = async (hours: number, userId = t.people.lin.userId) =>
    (await t.make(consoleModerationMute, { userId, hours, reason: '广告' }, { as: 'bao' })).data
  expect(await mute(1, 999_999)).toEqual({ refusal: 'NoSuchUser' })
  expect(await mute(2)).toEqual({ until: Math.floor(t.clock.nowMs() / 1000) + 7200 })
  expect(await t.make(commentCommit, { ...about, content: '说话' }, { as: 'lin' })).toMatchObject({
    msg: '你已被禁言，请 2 小时后再发',
    data: { refusal: 'Muted', retryAfterSec: 7200 },
  })
  const sent = {
    ...about,
    level: 0,
    time: t.clock.nowMs() / 1000,
    mode: 'scroll',
    color: 0xffffff,
    size: 25,
    text: '说话',
  } as const
  expect((await t.make(danmakuSend, sent, { as: 'lin' })).data).toMatchObject({ refusal: 'Muted' })
  expect(await mute(0)).toEqual({ until: 0 })
  expect(await commit('lin', '说话')).toMatchObject({ comment: {} })
  await mute(1)
  t.clock.set(t.clock.nowMs() + 3600_000)
  expect(await commit('lin', '又说话')).toMatchObject({ comment: {} })
})

const review = (userId: number, text: string, address: string, nowMs = t.clock.nowMs()) =>
  t.station.moderation.review({ kind: 'danmaku', userId, address, text, place: { ...about, level: 0 }, nowMs })

test('[I04] rates per user, address and network are limited; this machine itself is not', async () => {
  const { user, address } = textRates.danmaku
  const { lin, mei } = t.people
  for (let at = 0; at < user.max; at++) await review(lin.userId, `第${at}句话`, '203.0.113.1')
  expect(await review(lin.userId, '再来一句', '203.0.113.1')).toEqual({ refused: 'TooSoon', retryAfterSec: 60 })
  expect(await review(lin.userId, '再来一句', '203.0.113.1', t.clock.nowMs() + user.perMs)).toMatchObject({
    state: 'shown',
  })
  await t.platform.pool.query(
    `insert into moderation_recent (user_id, kind, text_hash, address_hash, network_hash, at_ms)
      select user_id, kind, ''::bytea, address_hash, network_hash, $1 from moderation_recent, generate_series(1, $2)
      where at_ms = $1`,
    [t.clock.nowMs(), Math.ceil(address.max / user.max)],
  )
  expect(await review(mei.userId, '借道', '203.0.113.1')).toMatchObject({ refused: 'TooSoon' })
  expect(await review(mei.userId, '换个地方', '203.0.113.2')).toMatchObject({ state: 'shown' })
  expect(await review(mei.userId, '本机', '127.0.0.1')).toMatchObject({ state: 'shown' })
})

test('[I04] of one text sent ten times concurrently, one is counted', async () => {
  const looked = await Promise.all(
    Array.from({ length: 10 }, () => review(t.people.lin.userId, '前方高能预警了', '127.0.0.1')),
  )
  expect(looked.filter((one) => 'state' in one)).toHaveLength(1)
  expect(await review(t.people.mei.userId, '前方高能预警了', '127.0.0.1')).toMatchObject({ state: 'shown' })
})

test('[I04] texts are shown in cleaned form, in lists and in the console', async () => {
  const kept: string[] = []
  for (const text of hostileTexts) {
    t.clock.set(t.clock.nowMs() + 25 * 3600_000)
    const clean = t.station.moderation.clean('comment', text)
    const answer = await commit('lin', text)
    if (clean === '' || [...clean].length > 1000) expect([text, answer]).toEqual([text, { refusal: 'CommentInvalid' }])
    else {
      expect([text, answer]).toMatchObject([text, { comment: { content: clean } }])
      kept.push(clean)
    }
  }
  await t.platform.pool.query("update comment set state = 'held'")
  const Texts = z.object({ list: z.array(z.object({ text: z.string() })) })
  expect(Texts.parse(await queue(1, 100)).list.map(({ text }) => text)).toEqual(kept)
})

test('[E07] the export of a user contains own blocks and reports; old data is deleted', async () => {
  const id = await write('mei', '一句话')
  await report('lin', id, 'spam')
  await t.make(userBlock, { kind: 'comment', id: String(id) }, { as: 'lin' })
  expect(await t.station.moderation.exportOf(t.people.lin.userId)).toEqual({
    blocks: [t.people.mei.userId],
    danmakuBlocks: [],
    reports: [
      {
        kind: 'comment',
        id: String(id),
        reason: 'spam',
        time: new Date(Math.floor(t.clock.nowMs() / 1000) * 1000).toISOString(),
      },
    ],
  })
  t.clock.set(t.clock.nowMs() + 400 * 24 * 3600_000)
  await t.station.moderation.deleteOld()
  const { rows } = await t.platform.pool.query(
    'select (select count(*)::int from moderation_recent) as recent, (select count(*)::int from moderation_report) as reports',
  )
  expect(rows).toEqual([{ recent: 0, reports: 0 }])
})
