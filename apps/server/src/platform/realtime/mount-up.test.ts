import { defineCall, defineUpFrame, operatorAuthority, replyCode, type Caller } from '@yunmu/contract'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { openPage, type RealtimePage } from '../../testing/realtime-page.ts'
import type { Viewer } from '../calls/viewer.ts'
import { createUpFrameRegistry, mountUp, type UpContext } from './mount-up.ts'
import { openRealtimeAlone } from './realtime-alone.fixture.ts'

const note = (name: string, caller: Caller) =>
  defineCall({
    name,
    summary: '',
    method: 'POST',
    path: `/pub/${name}`,
    caller,
    send: z.object({ n: z.int() }),
    reply: z.object({}),
    refusals: ['TooSoon'],
  })
const forUsers = defineUpFrame({ name: 'users', call: note('users', 'user') })
const forVips = defineUpFrame({ name: 'vips', call: note('vips', 'vip') })
const forOperators = defineUpFrame({ name: 'operators', call: note('operators', 'operator') })
const seldom = defineUpFrame({ name: 'seldom', call: note('seldom', 'user') })

const person: Viewer = {
  id: 1,
  sessionId: 's',
  name: '林',
  groupId: 2,
  authorityId: 0,
  isVip: false,
  isMinor: false,
  scope: 'full',
}
const viewers = new Map<string, Viewer>([
  ['user', person],
  ['vip', { ...person, id: 2, isVip: true }],
  ['operator', { ...person, id: 3, authorityId: operatorAuthority }],
])

const taken: string[] = []
const registry = createUpFrameRegistry()
const take =
  (name: string) =>
  async ({ send: { n }, viewer }: UpContext<typeof forUsers.call>): Promise<'TooSoon' | null> => {
    if (n === 0) return 'TooSoon'
    taken.push(`${name} ${viewer.id} ${n}`)
    return null
  }
for (const up of [forUsers, forVips, forOperators]) mountUp(registry, up, take(up.name))
mountUp(registry, seldom, take('seldom'), { limit: { points: 2, perSec: 60 } })

const { address, metrics } = await openRealtimeAlone({
  ups: registry,
  viewerOf: async (token) => viewers.get(token) ?? null,
})

const pageOf = async (token: string, from = '203.0.113.1'): Promise<RealtimePage> => {
  const page = await openPage(address, { 'x-forwarded-for': from })
  await page.hello(token)
  return page
}
const answers = ({ heard }: RealtimePage) => heard.filter((frame) => 'taken' in frame)
/** Sends a frame that is refused; its receipt also acknowledges the frames before. */
const sayUnknown = (page: RealtimePage): void => page.say({ up: 'nobody', send: {} })
const refused = replyCode.refused
/** Polls until true, for busy machines. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 40_000 })

test('mounting twice is a programming error', () => {
  expect(() => mountUp(registry, forUsers, async () => null)).toThrow('users is mounted twice')
})

test('[K05] an unknown up-frame is refused, and a malformed one closes the connection', async () => {
  const page = await pageOf('user')
  sayUnknown(page)
  page.say({ up: 'constructor', send: {} })
  await soon(() => expect(answers(page)).toEqual(Array(2).fill({ taken: 0, notTaken: refused })))
  page.say({ up: '../users', send: {} })
  expect(await page.ended()).toBe(1007)
})

test.each([
  ['', []],
  ['user', ['users 1 5']],
  ['vip', ['users 2 5', 'vips 2 5']],
  ['operator', ['users 3 5', 'operators 3 5']],
])('[E07] of “%s” the up-frame accepts what the call accepts: %j', async (token, expected) => {
  taken.length = 0
  const page = await pageOf(token)
  const ups = ['users', 'vips', 'operators']
  for (const up of ups) page.say({ up, send: { n: 5 } })
  sayUnknown(page)
  const notified = () => answers(page).reduce((sum, { taken: count, notTaken }) => sum + count + (notTaken ? 1 : 0), 0)
  await soon(() => expect(notified()).toBe(ups.length + 1))
  expect(taken).toEqual(expected)
})

test('[K05] an address beyond the limit is refused as by the call, and another is not', async () => {
  const [page, other] = [await pageOf('user', '203.0.113.2'), await pageOf('user', '203.0.113.3')]
  for (const n of [1, 2, 3]) page.say({ up: 'seldom', send: { n } })
  await soon(() => expect(answers(page)).toEqual([{ taken: 2, notTaken: refused }]))
  other.say({ up: 'seldom', send: { n: 1 } })
  sayUnknown(other)
  await soon(() => expect(answers(other)).toEqual([{ taken: 1, notTaken: refused }]))
})

test('accepted frames are acknowledged together, refused ones in order', async () => {
  const page = await pageOf('user', '203.0.113.4')
  for (const n of [1, 2, 0, 3, 4, 5]) page.say({ up: 'users', send: { n } })
  sayUnknown(page)
  await soon(() => expect(answers(page)).toHaveLength(2))
  expect(answers(page)).toEqual([
    { taken: 2, notTaken: replyCode.tooSoon },
    { taken: 3, notTaken: refused },
  ])
  expect((await metrics.text()).body).toMatch(/yunmu_realtime_ups_total\{outcome="taken"\} \d+/)
})

test('a page that sends more than any page must is disconnected', async () => {
  const page = await pageOf('user', '203.0.113.5')
  for (let n = 1; n <= 60; n++) page.say({ up: 'users', send: { n } })
  expect(await page.ended()).toBe(1008)
})
