import { commentCaptcha, commentThumbDown, commentThumbUp } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'
import { password } from '../../testing/accounts.ts'
import { readCaptcha } from '../../testing/captcha.ts'
import type { MakeOptions } from '../../testing/test-app.ts'
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

/** How long ago the account of 小包 was made, in days. */
const setAge = (days: number) =>
  t.platform.pool.query('update app_user set created_at = $2 where id = $1', [
    t.people.bao.userId,
    Math.floor(Date.now() / 1000) - days * 24 * 3600,
  ])

test('[I01] the first comments and replies need no captcha; the fourth of a new user within ten minutes does, each its own', async () => {
  await setAge(0)
  t.clock.set(Date.now())
  const reply = async () => (await t.make(commentCaptcha, {}, { as: 'bao' })).data
  expect(await reply()).toEqual({ needed: false, captchaId: '', picPath: '' })
  const root = await commit('bao', { content: '第一句' })
  const { comment } = z.object({ comment: z.object({ id: z.int() }) }).parse(root)
  for (const content of ['第一条回复', '第二条回复'])
    expect(await commit('bao', { content, replyTo: comment.id })).toMatchObject({ comment: { content } })
  const Picture = z.object({ needed: z.literal(true), captchaId: z.string(), picPath: z.string() })
  const { captchaId, picPath } = Picture.parse(await reply())
  expect(picPath).toMatch(/^data:image\/png;base64,/)
  expect(await commit('bao', {})).toEqual({ refusal: 'CaptchaNeeded' })
  expect(await commit('bao', { captcha: 'nope', captcha_id: captchaId })).toEqual({ refusal: 'CaptchaWrong' })
  const read = await readCaptcha({ pool: t.platform.pool, tokenKey: t.platform.secrets.tokenKey }, captchaId)
  expect(await commit('bao', read)).toMatchObject({ comment: { mine: true } })
  expect(await commit('bao', { ...read, content: '第二句' })).toEqual({ refusal: 'CaptchaWrong' })
  t.clock.set(Date.now() + 601_000)
  expect(await commit('bao', { content: '十分钟后' })).toMatchObject({ comment: { mine: true } })
  await setAge(30)
})

test('[I01] concurrent comments need captchas as soon as sequential ones', async () => {
  await setAge(0)
  t.clock.set(Date.now())
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => commit('bao', { content: `第${at}句同时说` })),
  )
  expect(answers.filter((answer) => JSON.stringify(answer).includes('第'))).toHaveLength(3)
  expect(answers.filter((answer) => JSON.stringify(answer) === '{"refusal":"CaptchaNeeded"}')).toHaveLength(7)
  await setAge(30)
})

test('[I01] the seventh comment within ten minutes needs a captcha, also of others at the address of a crowd', async () => {
  t.clock.set(Date.now() + 10 * 24 * 3600_000)
  for (const content of ['一', '二', '三', '四', '五', '六'])
    expect(await commit('mei', { content })).toMatchObject({ comment: { content } })
  expect(await commit('mei', { content: '七' })).toEqual({ refusal: 'CaptchaNeeded' })
  const from = { remoteAddress: '203.0.113.9' }
  const isNeeded = async (options: MakeOptions) => (await t.make(commentCaptcha, {}, { as: 'lin', ...options })).data
  await t.platform.pool.query(
    `insert into moderation_recent (user_id, kind, text_hash, address_hash, network_hash, at_ms)
     select user_id, kind, text_hash, $1, $2, at_ms from moderation_recent, generate_series(1, 4) limit 20`,
    addressHashes('203.0.113.9', '203.0.113.*'),
  )
  expect(await isNeeded(from)).toMatchObject({ needed: true })
  expect(await isNeeded({ remoteAddress: '203.0.113.10' })).toMatchObject({ needed: false })
  t.clock.set(Date.now() + 10 * 24 * 3600_000 + 601_000)
  expect(await isNeeded(from)).toMatchObject({ needed: false })
  expect(await commit('mei', { content: '一 ！' })).toEqual({ refusal: 'TextRepeated' })
  expect(await commit('mei', { content: '七' })).toMatchObject({ comment: { content: '七' } })
})

/** How moderation stores an address and its network. */
function addressHashes(address: string, network: string): Buffer[] {
  const hash = createKeyedHash(t.platform.secrets.tokenKey)
  return [hash('moderation.address', address).subarray(0, 16), hash('moderation.network', network).subarray(0, 16)]
}

test('thumbs faster than anybody can read are refused', async () => {
  const id = await write('lin', '点我')
  // A user of this test alone: the minute in which thumbs are counted begins with the first.
  const { manager } = t.station.accounts
  await manager.add({ name: 'fast', email: '', password })
  const issued = await manager.issueToken('fast', { name: '另一台', days: 1, scope: 'account' })
  if (typeof issued === 'string') throw new Error(issued)
  const thumb = async () => (await t.make(commentThumbUp, { id }, { token: issued.token })).data
  const answers = await Promise.all(Array.from({ length: 41 }, thumb))
  expect(answers).toContainEqual({ refusal: 'TooSoon' })
  expect(await thumb()).toEqual({ refusal: 'TooSoon' })
})
