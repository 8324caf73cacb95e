import {
  commentCaptcha,
  commentCommit,
  commentDelete,
  commentList,
  commentReplies,
  commentThread,
  commentThumbDown,
  commentThumbUp,
  indexMessages,
  type CommentThread,
  type Reply,
} from '@yunmu/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readCaptcha } from '../../testing/captcha.ts'
import { aChannel, knowsLive } from '../../testing/live.ts'
import type { People } from '../../testing/people.ts'
import { letPeopleBeKnown } from '../../testing/talk.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { messagesCame } from '../messages/messages-events.ts'
import { createThumbStore } from './thumb-store.ts'
import { createWriterStore, type CommentToKeep } from './writer-store.ts'

type Who = keyof People

const t = await buildTestApp({}, { live: knowsLive([aChannel({ id: 7, name: '云幕一套' })], []) })
const { id: titleId } = await t.station.catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), 1)
beforeAll(() => letPeopleBeKnown(t))
beforeEach(async () => {
  await t.ground.pool.query('truncate comment, comment_thumb, message, moderation_recent, user_block cascade')
})

const Written = z.object({ comment: z.object({ id: z.int() }) })
const about = { kind: 'vod', id: titleId } as const
let minutes = 0

/** Writes with ten minutes since the last one, so that nobody is fast. */
async function write(as: Who, content: string, replyTo?: number): Promise<number> {
  minutes += 11
  t.clock.set(Date.now() + minutes * 60_000)
  const answer = await t.make(commentCommit, { ...about, content, ...(replyTo ? { replyTo } : {}) }, { as })
  return Written.parse(answer.data).comment.id
}
const commit = async (as: Who, send: object) =>
  (await t.make(commentCommit, { ...about, content: '说一句', ...send }, { as })).data
const Listed = z.object({ list: z.array(z.custom<CommentThread>()), total: z.int(), all: z.int() })
const list = async (as?: Who, order: 'new' | 'hot' = 'new', page = 1) =>
  Listed.parse((await t.make(commentList, { ...about, order, page }, as ? { as } : {})).data)
const idsOf = async (as?: Who, order: 'new' | 'hot' = 'new') => (await list(as, order)).list.map(({ id }) => id)
const Replies = z.object({ list: z.array(z.custom<Reply>()), total: z.int() })
const replies = async (id: number, as?: Who) =>
  Replies.parse((await t.make(commentReplies, { id, page: 1 }, as ? { as } : {})).data)
const Messages = z.object({
  list: z.array(z.object({ msgType: z.string(), info: z.object({ rid: z.int() }), content: z.string() })),
})
/** What came of comments, the newest first. */
const messagesOf = async (as: Who) =>
  Messages.parse((await t.make(indexMessages, { type: 'all', n: 50 }, { as })).data)
    .list.filter(({ msgType }) => msgType.startsWith('comment'))
    .map(({ msgType, info, content }) => ({ type: msgType, rid: info.rid, content }))
const hold = (id: number) => t.station.comments.texts.setState([String(id)], 'held')
const show = (id: number) => t.station.comments.texts.setState([String(id)], 'shown')
const remove = (id: number) => t.station.comments.texts.setState([String(id)], 'removed')

test('what is not there cannot be written about, and nothing is no comment', async () => {
  expect(await commit('lin', { id: 999 })).toEqual({ refusal: 'NoSuchTitle' })
  expect(await commit('lin', { kind: 'live', id: 8 })).toEqual({ refusal: 'NoSuchChannel' })
  expect(await commit('lin', { kind: 'match', id: 8 })).toEqual({ refusal: 'NoSuchMatch' })
  expect(await commit('lin', { replyTo: 999 })).toEqual({ refusal: 'NoSuchComment' })
  const elsewhere = await write('lin', '第一句')
  expect(await commit('lin', { kind: 'live', id: 7, replyTo: elsewhere })).toEqual({ refusal: 'NoSuchComment' })
  expect(await commit('lin', { content: '\u200B \n\u202E' })).toEqual({ refusal: 'CommentInvalid' })
  expect(await commit('lin', { content: '长'.repeat(1001) })).toEqual({ refusal: 'CommentInvalid' })
  expect((await list('lin')).total).toBe(1)
})

test('a comment is kept clean and shown to all at once, in the newest first', async () => {
  expect((await list()).list).toEqual([])
  const first = await write('lin', '  开头\u202E那段\n\n\n\n真好𠮷 ')
  const second = await write('mei', '再看一遍')
  const { list: shown, total, all } = await list()
  expect({ total, all }).toEqual({ total: 2, all: 2 })
  expect(shown.map(({ id }) => id)).toEqual([second, first])
  expect(shown[1]).toMatchObject({
    content: '开头那段\n\n真好𠮷',
    userNickName: '林',
    mine: false,
    thumbed: 'none',
    gone: false,
  })
  expect((await list('lin')).list[1]).toMatchObject({ mine: true })
  expect((await list('lin', 'new', 2)).list).toEqual([])
})

test('answers stand in one list under the comment, whatever they answer, and name whom they answer', async () => {
  const root = await write('lin', '谁记得插曲的名字')
  const one = await write('mei', '叫灯塔', root)
  const two = await write('bao', '不对，叫海雾', one)
  const three = await write('lin', '谢谢两位', two)
  const [thread] = (await list('mei')).list
  expect(thread?.replies).toMatchObject({
    total: 3,
    list: [
      { id: one, replyTo: null },
      { id: two, replyTo: { id: one, userNickName: '梅' } },
    ],
  })
  expect((await replies(root)).list.map(({ id }) => id)).toEqual([one, two, three])
  expect((await t.make(commentReplies, { id: one, page: 1 }, {})).data).toEqual({ refusal: 'NoSuchComment' })
  expect((await t.make(commentThread, { id: three }, {})).data).toMatchObject({
    ...about,
    thread: { id: root, replies: { total: 3, list: [{ id: one }, { id: two }, { id: three }] } },
  })
  expect((await t.make(commentThread, { id: 9999 }, {})).data).toEqual({ refusal: 'NoSuchComment' })
  expect((await list()).all).toBe(4)
})

test('the hottest come first: thumbs and answers lift, thumbs down and age sink', async () => {
  const liked = await write('lin', '被赞的')
  const answered = await write('lin', '被回的')
  const plain = await write('lin', '普通的')
  await t.make(commentThumbUp, { id: liked }, { as: 'mei' })
  await write('mei', '一', answered)
  await write('bao', '二', answered)
  expect(await idsOf('mei', 'hot')).toEqual([answered, liked, plain])
  await t.ground.pool.query('update comment set created_at = created_at - 30 * 86400 where id = $1', [answered])
  expect(await idsOf('mei', 'hot')).toEqual([liked, plain, answered])
})

test('a thumb counts once, goes over to the other side, and is taken back by the same again', async () => {
  const id = await write('lin', '点我')
  const thumb = async (call: typeof commentThumbUp) => (await t.make(call, { id }, { as: 'mei' })).data
  expect(await thumb(commentThumbUp)).toEqual({ up: 1, down: 0, thumbed: 'up' })
  expect(await thumb(commentThumbDown)).toEqual({ up: 0, down: 1, thumbed: 'down' })
  expect((await list('mei')).list[0]).toMatchObject({ thumbed: 'down', down: 1 })
  expect(await thumb(commentThumbDown)).toEqual({ up: 0, down: 0, thumbed: 'none' })
  expect((await t.make(commentThumbUp, { id: 9999 }, { as: 'mei' })).data).toEqual({ refusal: 'NoSuchComment' })
})

test('fifty people like a comment in one moment, and fifty likes are counted', async () => {
  const id = await write('lin', '大家一起')
  const { rows } = await t.ground.pool.query<{ id: number }>(
    "insert into app_user (name, name_key, created_at) select 'fan' || n, 'fan' || n, 0 from generate_series(1, 50) n returning id",
  )
  const parts = rows.map(({ id: userId }) => userId)
  const thumbs = createThumbStore(t.ground.db.withTables())
  await Promise.all(parts.flatMap((userId) => [thumbs.toggle(id, userId, 'up'), thumbs.toggle(id, userId, 'down')]))
  const counted = await t.ground.pool.query(
    `select up_count, down_count, (select count(*)::int from comment_thumb where comment_id = $1 and up) as ups,
      (select count(*)::int from comment_thumb where comment_id = $1 and not up) as downs from comment where id = $1`,
    [id],
  )
  const [row] = counted.rows
  expect(row.up_count).toBe(row.ups)
  expect(row.down_count).toBe(row.downs)
  expect(row.ups + row.downs).toBe(50)
})

test('what is taken back without answers vanishes; with answers an empty place stays until they are gone', async () => {
  const root = await write('lin', '要删的')
  const one = await write('mei', '回一句', root)
  const two = await write('bao', '再回', one)
  const del = async (as: Who, id: number) => (await t.make(commentDelete, { id }, { as })).data
  expect(await del('lin', root)).toEqual({})
  expect(await del('lin', root)).toEqual({ refusal: 'NoSuchComment' })
  expect(await del('mei', one)).toEqual({})
  const [thread] = (await list('mei')).list
  expect(thread).toMatchObject({
    gone: true,
    content: '',
    userId: 0,
    userNickName: '',
    mine: false,
    replies: { total: 2 },
  })
  expect(thread?.replies.list).toMatchObject([
    { gone: true, content: '' },
    { id: two, content: '再回', replyTo: { userNickName: '' } },
  ])
  expect(await commit('lin', { replyTo: root })).toEqual({ refusal: 'NoSuchComment' })
  expect((await t.make(commentThumbUp, { id: root }, { as: 'bao' })).data).toEqual({ refusal: 'NoSuchComment' })
  expect(await del('bao', two)).toEqual({})
  expect(await list('mei')).toEqual({ list: [], total: 0, all: 0 })
  expect((await t.ground.pool.query('select from comment')).rowCount).toBe(0)
})

test('answers that come while the comment is taken back are kept with its place, or refused', async () => {
  const writer = createWriterStore(t.ground.db.withTables())
  for (let round = 0; round < 10; round++) {
    const root = await write('lin', `第${round}轮`)
    const answer: Omit<CommentToKeep, 'userId'> = {
      kind: 'vod',
      subjectId: titleId,
      replyTo: root,
      content: '赶上了',
      state: 'shown',
      found: '',
      nowSec: 1,
    }
    const [written] = await Promise.all([
      Promise.all([1, 2, 3].map(() => writer.add({ ...answer, userId: t.people.mei.userId }))),
      writer.remove([root]),
    ])
    const kept = written.filter((id) => id !== null)
    const { rows } = await t.ground.pool.query('select state, reply_count from comment where id = $1', [root])
    expect(rows).toEqual(kept.length === 0 ? [] : [{ state: 'removed', reply_count: kept.length }])
  }
})

test('[I03] what is held is seen by its author alone, who cannot tell; its answers wait with it', async () => {
  const id = await write('lin', '加微信 abc12345')
  expect(await idsOf('lin')).toEqual([id])
  expect(await idsOf('mei')).toEqual([])
  expect(await idsOf()).toEqual([])
  expect((await list('lin')).all).toBe(1)
  await show(id)
  expect(await idsOf()).toEqual([id])
  const reply = await write('mei', '真的吗', id)
  await hold(reply)
  expect((await replies(id)).total).toBe(0)
  expect((await replies(id, 'mei')).total).toBe(1)
  expect((await list('mei')).list[0]?.replies).toMatchObject({ total: 1, list: [{ id: reply }] })
  await show(reply)
  await hold(id)
  expect((await t.make(commentThread, { id: reply }, { as: 'bao' })).data).toEqual({ refusal: 'NoSuchComment' })
  await remove(id)
  expect((await list('bao')).list[0]).toMatchObject({ gone: true, replies: { total: 1 } })
})

test('whom one blocks one does not see, others do', async () => {
  const root = await write('bao', '讨厌的话')
  const other = await write('lin', '好话')
  await write('bao', '又是我', other)
  await t.ground.pool.query(
    "insert into user_block (user_id, blocked_id, kind, created_at) values ($1, $2, 'comment', 0)",
    [t.people.mei.userId, t.people.bao.userId],
  )
  expect(await idsOf('mei')).toEqual([other])
  expect((await replies(other, 'mei')).total).toBe(0)
  expect((await t.make(commentThread, { id: root }, { as: 'mei' })).data).toEqual({ refusal: 'NoSuchComment' })
  expect(await idsOf()).toEqual([other, root])
})

test('who is new reads a picture before each comment, and one picture is good for one', async () => {
  await t.ground.pool.query('update app_user set created_at = created_at + 30 * 24 * 3600 where id = $1', [
    t.people.bao.userId,
  ])
  t.clock.set(Date.now())
  const Picture = z.object({ needed: z.literal(true), captchaId: z.string(), picPath: z.string() })
  const picture = async () => Picture.parse((await t.make(commentCaptcha, {}, { as: 'bao' })).data)
  const { captchaId, picPath } = await picture()
  expect(picPath).toMatch(/^data:image\/png;base64,/)
  expect(await commit('bao', {})).toEqual({ refusal: 'CaptchaNeeded' })
  expect(await commit('bao', { captcha: 'nope', captcha_id: captchaId })).toEqual({ refusal: 'CaptchaWrong' })
  const read = await readCaptcha({ pool: t.ground.pool, tokenKey: t.ground.secrets.tokenKey }, captchaId)
  expect(await commit('bao', read)).toMatchObject({ comment: { mine: true } })
  expect(await commit('bao', { ...read, content: '第二句' })).toEqual({ refusal: 'CaptchaWrong' })
  await t.ground.pool.query('update app_user set created_at = created_at - 30 * 24 * 3600 where id = $1', [
    t.people.bao.userId,
  ])
})

test('the third comment within ten minutes takes a picture', async () => {
  t.clock.set(Date.now() + 10 * 24 * 3600_000)
  expect((await t.make(commentCaptcha, {}, { as: 'mei' })).data).toEqual({ needed: false, captchaId: '', picPath: '' })
  expect(await commit('mei', { content: '一' })).toMatchObject({ comment: { content: '一' } })
  expect(await commit('mei', { content: '二' })).toMatchObject({ comment: { content: '二' } })
  expect(await commit('mei', { content: '三' })).toEqual({ refusal: 'CaptchaNeeded' })
  t.clock.set(Date.now() + 10 * 24 * 3600_000 + 601_000)
  expect(await commit('mei', { content: '一 ！' })).toEqual({ refusal: 'TextRepeated' })
  expect(await commit('mei', { content: '三' })).toMatchObject({ comment: { content: '三' } })
})

test('[I02] the author hears of thumbs and answers of others, once they are seen, and not of whom they block', async () => {
  const root = await write('lin', '我写的')
  await write('lin', '自己补一句', root)
  await t.make(commentThumbUp, { id: root }, { as: 'lin' })
  expect(await messagesOf('lin')).toEqual([])
  await t.make(commentThumbUp, { id: root }, { as: 'mei' })
  const reply = await write('mei', '我来回', root)
  expect(await messagesOf('lin')).toEqual([
    { type: 'comment_commit', rid: reply, content: '我来回' },
    { type: 'comment_thumb_up', rid: root, content: '我写的' },
  ])
  const held = await write('mei', '加QQ 12345678', root)
  expect(await messagesOf('lin')).toHaveLength(2)
  await show(held)
  expect(await messagesOf('lin')).toHaveLength(3)
  await remove(held)
  expect(await messagesOf('lin')).toHaveLength(2)
  await t.ground.pool.query(
    "insert into user_block (user_id, blocked_id, kind, created_at) values ($1, $2, 'comment', 0)",
    [t.people.lin.userId, t.people.bao.userId],
  )
  await write('bao', '你听不见', root)
  await t.make(commentThumbUp, { id: root }, { as: 'bao' })
  expect(await messagesOf('lin')).toHaveLength(2)
})

test('[I03] an answer that is held is not read in messages any more, until it is shown; thumbs for it stay', async () => {
  const root = await write('lin', '我写的')
  const reply = await write('mei', '难听的话', root)
  await t.make(commentThumbUp, { id: reply }, { as: 'bao' })
  const told: unknown[] = []
  const stop = t.events.on(messagesCame, (detail) => told.push(detail))
  await hold(reply)
  expect(await messagesOf('lin')).toEqual([])
  expect(await messagesOf('mei')).toMatchObject([{ type: 'comment_thumb_up' }])
  expect(told).toEqual([{ userIds: [t.people.lin.userId], isNews: false }])
  stop()
  await show(reply)
  expect(await messagesOf('lin')).toMatchObject([{ rid: reply, content: '难听的话' }])
})

test('a list of visitors is kept, and made anew when something is written', async () => {
  await write('lin', '一')
  expect((await list()).total).toBe(1)
  await t.ground.pool.query(
    "insert into comment (user_id, kind, subject_id, content, created_at) values ($1, 'vod', $2, '悄悄', 1)",
    [t.people.lin.userId, titleId],
  )
  expect((await list()).total).toBe(1)
  await write('mei', '二')
  expect((await list()).total).toBe(3)
})

test('a list turns over a thousand comments at most, and counts all there are', async () => {
  await t.ground.pool.query(
    `insert into comment (user_id, kind, subject_id, content, created_at)
      select $1, 'vod', $2, n::text, n from generate_series(1, 1100) n`,
    [t.people.lin.userId, titleId],
  )
  expect(await list('mei', 'new', 50)).toMatchObject({ total: 1000, all: 1100, list: { length: 20 } })
  expect(await list('mei', 'new', 51)).toMatchObject({ total: 1000, all: 1100, list: [] })
})

test('[E07] who goes takes along what they wrote and thought; what others answered keeps its place', async () => {
  const root = await write('bao', '我要走了')
  await write('bao', '没人回的')
  const reply = await write('mei', '保重', root)
  const mine = await write('lin', '别人的')
  await t.make(commentThumbUp, { id: mine }, { as: 'bao' })
  await write('bao', '我的回复', mine)
  await t.ground.pool.query('update app_user set leave_at = 1 where id = $1', [t.people.bao.userId])
  await t.station.accounts.clean()
  const { list: left, all } = await list()
  expect(all).toBe(3)
  expect(left).toMatchObject([
    { id: mine, up: 0, replies: { total: 0 } },
    { id: root, gone: true, content: '', userId: 0, replies: { total: 1, list: [{ id: reply }] } },
  ])
  expect(await messagesOf('lin')).toEqual([])
})

test('who presses thumbs faster than anybody reads is told to wait', async () => {
  const id = await write('lin', '点我')
  const thumb = async () => (await t.make(commentThumbUp, { id }, { as: 'mei' })).data
  const answers = await Promise.all(Array.from({ length: 41 }, thumb))
  expect(answers).toContainEqual({ refusal: 'TooSoon' })
  expect(await thumb()).toEqual({ refusal: 'TooSoon' })
})
