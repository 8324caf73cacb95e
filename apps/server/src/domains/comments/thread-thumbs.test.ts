import { commentCaptcha, commentThumbDown, commentThumbUp } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { readCaptcha } from '../../testing/captcha.ts'
import { createThumbStore } from './thumb-store.ts'
import * as z from 'zod/mini'
import { createThreadFixture } from './thread.fixture.ts'

const { beginEachTestInSilence, write, commit, list, messagesOf, show, remove, t } = await createThreadFixture()
beginEachTestInSilence()

test('a thumb counts once, switches sides, and is removed by the same again', async () => {
  const id = await write('lin', '点我')
  const thumb = async (call: typeof commentThumbUp) => (await t.make(call, { id }, { as: 'mei' })).data
  expect(await thumb(commentThumbUp)).toEqual({ up: 1, down: 0, thumbed: 'up' })
  expect(await thumb(commentThumbDown)).toEqual({ up: 0, down: 1, thumbed: 'down' })
  expect((await list('mei')).list[0]).toMatchObject({ thumbed: 'down', down: 1 })
  expect(await thumb(commentThumbDown)).toEqual({ up: 0, down: 0, thumbed: 'none' })
  expect((await t.make(commentThumbUp, { id: 9999 }, { as: 'mei' })).data).toEqual({ refusal: 'NoSuchComment' })
})

test('fifty concurrent likes are counted as fifty', async () => {
  const id = await write('lin', '大家一起')
  const { rows } = await t.platform.pool.query<{ id: number }>(
    "insert into app_user (name, name_key, created_at) select 'fan' || n, 'fan' || n, 0 from generate_series(1, 50) n returning id",
  )
  const parts = rows.map(({ id: userId }) => userId)
  const thumbs = createThumbStore(t.platform.db.withTables())
  await Promise.all(parts.flatMap((userId) => [thumbs.toggle(id, userId, 'up'), thumbs.toggle(id, userId, 'down')]))
  const counted = await t.platform.pool.query(
    `select up_count, down_count, (select count(*)::int from comment_thumb where comment_id = $1 and up) as ups,
      (select count(*)::int from comment_thumb where comment_id = $1 and not up) as downs from comment where id = $1`,
    [id],
  )
  const [row] = counted.rows
  expect(row.up_count).toBe(row.ups)
  expect(row.down_count).toBe(row.downs)
  expect(row.ups + row.downs).toBe(50)
})

test('[I03] an author is notified of thumbs and replies of others, once they are visible, except by blocked users', async () => {
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
  await t.platform.pool.query(
    "insert into user_block (user_id, blocked_id, kind, created_at) values ($1, $2, 'comment', 0)",
    [t.people.lin.userId, t.people.bao.userId],
  )
  await write('bao', '你听不见', root)
  await t.make(commentThumbUp, { id: root }, { as: 'bao' })
  expect(await messagesOf('lin')).toHaveLength(2)
})

test('a new user solves a captcha before each comment, and each captcha passes once', async () => {
  await t.platform.pool.query('update app_user set created_at = created_at + 30 * 24 * 3600 where id = $1', [
    t.people.bao.userId,
  ])
  t.clock.set(Date.now())
  const Picture = z.object({ needed: z.literal(true), captchaId: z.string(), picPath: z.string() })
  const picture = async () => Picture.parse((await t.make(commentCaptcha, {}, { as: 'bao' })).data)
  const { captchaId, picPath } = await picture()
  expect(picPath).toMatch(/^data:image\/png;base64,/)
  expect(await commit('bao', {})).toEqual({ refusal: 'CaptchaNeeded' })
  expect(await commit('bao', { captcha: 'nope', captcha_id: captchaId })).toEqual({ refusal: 'CaptchaWrong' })
  const read = await readCaptcha({ pool: t.platform.pool, tokenKey: t.platform.secrets.tokenKey }, captchaId)
  expect(await commit('bao', read)).toMatchObject({ comment: { mine: true } })
  expect(await commit('bao', { ...read, content: '第二句' })).toEqual({ refusal: 'CaptchaWrong' })
  await t.platform.pool.query('update app_user set created_at = created_at - 30 * 24 * 3600 where id = $1', [
    t.people.bao.userId,
  ])
})

test('the third comment within ten minutes needs a captcha', async () => {
  t.clock.set(Date.now() + 10 * 24 * 3600_000)
  expect((await t.make(commentCaptcha, {}, { as: 'mei' })).data).toEqual({ needed: false, captchaId: '', picPath: '' })
  expect(await commit('mei', { content: '一' })).toMatchObject({ comment: { content: '一' } })
  expect(await commit('mei', { content: '二' })).toMatchObject({ comment: { content: '二' } })
  expect(await commit('mei', { content: '三' })).toEqual({ refusal: 'CaptchaNeeded' })
  t.clock.set(Date.now() + 10 * 24 * 3600_000 + 601_000)
  expect(await commit('mei', { content: '一 ！' })).toEqual({ refusal: 'TextRepeated' })
  expect(await commit('mei', { content: '三' })).toMatchObject({ comment: { content: '三' } })
})

test('thumbs faster than anybody can read are refused', async () => {
  const id = await write('lin', '点我')
  const thumb = async () => (await t.make(commentThumbUp, { id }, { as: 'mei' })).data
  const answers = await Promise.all(Array.from({ length: 41 }, thumb))
  expect(answers).toContainEqual({ refusal: 'TooSoon' })
  expect(await thumb()).toEqual({ refusal: 'TooSoon' })
})
