import { indexMessages, liveSub, pushState, pushSubscribe, pushUnsubscribe, userExport } from '@yunmu/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { linesOf, sampleLeague } from '../matches/matches.fixture.ts'
import { aBrowser, aPushService, checkVapid } from './push-receiver.fixture.ts'

let t: TestApp
let service: Awaited<ReturnType<typeof aPushService>>
/** What the push service answers, by the path of a subscription. */
const answers = new Map<string, { status: number; headers?: Record<string, string> }>()
let nowSec: number
let matchId: number
let names = 0

beforeAll(async () => {
  service = await aPushService((path) => answers.get(path) ?? { status: 201 })
  t = await buildTestApp({ EGRESS_ALLOW: service.host, SITE_URL: 'https://yunmu.example' })
  await t.platform.jobs.start()
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  await t.station.matches.feed.take('test', linesOf(sampleLeague(nowSec)))
  const { rows } = await t.platform.pool.query<{ id: number }>(`select id from match where source_id = 'next'`)
  matchId = rows[0]?.id ?? 0
})
afterAll(() => service.close())
beforeEach(async () => {
  await t.platform.pool.query('delete from push_message')
  await t.platform.pool.query('delete from push_subscription')
  service.requests.length = 0
  answers.clear()
})

type Who = 'lin' | 'mei'
const newPath = (): string => `/send/${++names}`
/** A browser that has subscribed. */
async function subscribed(as: Who, { script = 's', path = newPath() }: { script?: 's' | 't'; path?: string } = {}) {
  const browser = aBrowser(`http://${service.host}${path}`)
  const { code } = await t.make(pushSubscribe, { ...browser.subscription, script }, { as })
  expect(code).toBe(0)
  return { ...browser, path }
}
const push = { topic: 'match-7', title: '江海港务 对 北屿远航 开始了', body: '环海联赛', url: '/match/play/7/1' }
const send = (userIds: readonly number[], lifeSec = 600): Promise<void> =>
  t.platform.db
    .transaction()
    .execute((tx) => t.station.push.sendIn(tx, userIds, { ...push, expiresSec: nowSec + lifeSec }))
const sentTo = (path: string) => service.requests.filter((request) => request.path === path)
const waiting = async (): Promise<number> => (await t.platform.pool.query('select 1 from push_delivery')).rowCount ?? 0
const subscriptions = async (): Promise<number> =>
  (await t.platform.pool.query('select 1 from push_subscription')).rowCount ?? 0
const isOn = async (as: Who, endpoint: string | null) =>
  pushState.reply.parse((await t.make(pushState, { endpoint }, { as })).data).on

test('[H02] endpoints inside the house, without https, and keys that are none are refused', async () => {
  const { subscription } = aBrowser('https://push.example/1')
  for (const endpoint of [
    'http://push.example/1',
    'https://127.0.0.1/1',
    'https://10.0.0.3/1',
    'https://localhost/1',
    'https://push.example:22/1',
    'https://a:b@push.example/1',
    'file:///etc/passwd',
    'x',
  ]) {
    const { msg } = await t.make(pushSubscribe, { ...subscription, endpoint, script: 's' }, { as: 'lin' })
    expect(msg, endpoint).toContain('推送服务不可用')
  }
  const wrong = { ...subscription, p256dh: Buffer.alloc(65, 4).toString('base64url'), script: 's' as const }
  expect((await t.make(pushSubscribe, wrong, { as: 'lin' })).msg).toContain('推送服务不可用')
  expect((await t.make(pushSubscribe, { ...subscription, script: 's' })).code).toBe(12)
  expect(await subscriptions()).toBe(0)
})

test('[H02] a message is read by the browser alone, and says who sends it and until when', async () => {
  const browser = await subscribed('lin')
  await subscribed('mei')
  await send([t.people.lin.userId])
  await expect.poll(() => sentTo(browser.path).length).toBe(1)
  const [request] = sentTo(browser.path)
  expect(browser.read(request)).toEqual({
    id: expect.stringMatching(/^\d+$/),
    title: push.title,
    body: push.body,
    url: push.url,
    tag: 'match-7',
  })
  expect(request?.headers).toMatchObject({
    ttl: '600',
    topic: 'match-7',
    urgency: 'high',
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
  })
  const { claims, key } = checkVapid(request?.headers.authorization ?? '')
  expect(claims).toEqual({
    aud: `http://${service.host}`,
    exp: nowSec + 12 * 3600,
    sub: 'https://yunmu.example',
  })
  expect(pushState.reply.parse((await t.make(pushState, { endpoint: null }, { as: 'lin' })).data).key).toBe(key)
  await expect.poll(waiting).toBe(0)
  expect(service.requests.length).toBe(1)
})

test('[H02] the text is in the script of the browser', async () => {
  const browser = await subscribed('lin', { script: 't' })
  await send([t.people.lin.userId])
  await expect.poll(() => sentTo(browser.path).length).toBe(1)
  expect(browser.read(sentTo(browser.path)[0])).toMatchObject({ title: '江海港務 對 北嶼遠航 開始了' })
})

test.each([404, 410])('[H02] a subscription that the push service does not know (%i) is removed', async (status) => {
  const browser = await subscribed('lin')
  const other = await subscribed('lin')
  answers.set(browser.path, { status })
  await send([t.people.lin.userId])
  await expect.poll(subscriptions).toBe(1)
  await expect.poll(waiting).toBe(0)
  expect([sentTo(browser.path).length, sentTo(other.path).length]).toEqual([1, 1])
})

test.each([429, 503])(
  '[H02] what a push service cannot take (%i) is sent again, and only that',
  async (status) => {
    const browser = await subscribed('lin')
    const other = await subscribed('lin')
    answers.set(browser.path, { status })
    await send([t.people.lin.userId])
    await expect.poll(() => sentTo(browser.path).length).toBe(1)
    answers.clear()
    // The jobs wait some seconds before the second attempt.
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
    expect([sentTo(browser.path).length, sentTo(other.path).length]).toEqual([2, 1])
    const [first, second] = sentTo(browser.path).map((request) => browser.read(request))
    expect(second).toEqual(first)
  },
  90_000,
)

test('[H02] a message that a push service refuses is not repeated, and the subscription stays', async () => {
  const browser = await subscribed('lin')
  answers.set(browser.path, { status: 413 })
  await send([t.people.lin.userId])
  await expect.poll(() => sentTo(browser.path).length).toBe(1)
  await expect.poll(waiting).toBe(0)
  expect(await subscriptions()).toBe(1)
})

test('[H02] a message that is of no use any more, and one that is rolled back, are not sent', async () => {
  const late = await subscribed('lin')
  await send([t.people.lin.userId], 0)
  await t.platform.db
    .transaction()
    .execute(async (tx) => {
      await t.station.push.sendIn(tx, [t.people.lin.userId], { ...push, expiresSec: nowSec + 600 })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await send([t.people.lin.userId], 60)
  await expect.poll(() => sentTo(late.path).length).toBe(1)
  expect(sentTo(late.path)[0]?.headers.ttl).toBe('60')
})

test('[H02] a browser belongs to whoever subscribed last, until that session ends', async () => {
  const browser = await subscribed('lin')
  const { endpoint } = browser.subscription
  expect([await isOn('lin', endpoint), await isOn('mei', endpoint)]).toEqual([true, false])
  await t.make(pushSubscribe, { ...browser.subscription, script: 's' }, { as: 'mei' })
  expect([await isOn('lin', endpoint), await isOn('mei', endpoint)]).toEqual([false, true])
  await t.make(pushUnsubscribe, { endpoint }, { as: 'lin' })
  expect(await isOn('mei', endpoint)).toBe(true)
  await t.platform.pool.query('update user_session set ended_at = 1 where user_id = $1', [t.people.mei.userId])
  await send([t.people.mei.userId])
  await expect.poll(subscriptions).toBe(0)
  expect(sentTo(browser.path)).toEqual([])
  await t.platform.pool.query('update user_session set ended_at = null where user_id = $1', [t.people.mei.userId])
})

test('[H02] a user has ten browsers: a further one replaces the one that was used longest ago', async () => {
  const first = await subscribed('lin')
  await t.platform.pool.query('update push_subscription set used_at = 1')
  for (let at = 0; at < 10; at++) await subscribed('lin')
  expect([await subscriptions(), await isOn('lin', first.subscription.endpoint)]).toEqual([10, false])
})

test('[H02] subscriptions are in the data of a user, without their secrets, until the user ends them', async () => {
  const { subscription } = await subscribed('lin')
  const exported = JSON.stringify((await t.make(userExport, {}, { as: 'lin' })).data)
  expect(exported).toContain(service.host)
  for (const secret of [subscription.endpoint, subscription.auth]) expect(exported).not.toContain(secret)
  await t.make(pushUnsubscribe, { endpoint: subscription.endpoint }, { as: 'lin' })
  expect(await subscriptions()).toBe(0)
})

test('[H02] a follower of a match is reminded in a browser without an open page: once, by two instances', async () => {
  const browser = await subscribed('lin')
  const other = await buildTestApp({ EGRESS_ALLOW: service.host }, { beside: t })
  other.clock.set(t.clock.nowMs())
  await other.platform.jobs.start()
  await t.make(liveSub, { id: matchId }, { as: 'lin' })
  await Promise.all([t, other].map(({ station }) => station.matches.remind()))
  await expect.poll(() => sentTo(browser.path).length).toBe(1)
  await expect.poll(waiting).toBe(0)
  expect(browser.read(sentTo(browser.path)[0])).toMatchObject({
    title: expect.stringMatching(/^朔北苍狼 对 蜀道熊罴 \d\d:\d\d 开赛$/),
    body: '环海联赛 第 12 轮',
    url: expect.stringContaining(`/match/play/${matchId}/`),
    tag: `match-${matchId}`,
  })
  expect(sentTo(browser.path)[0]?.headers.ttl).toBe('300')
  const box = await t.make(indexMessages, { type: 'sub_live', n: 5 }, { as: 'lin' })
  expect(indexMessages.reply.parse(box.data).list.length).toBe(1)
  expect(sentTo(browser.path).length).toBe(1)
})
