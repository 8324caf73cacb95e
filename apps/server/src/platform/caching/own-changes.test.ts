import { commentCommit, commentList, vodDetail, vodList, vodScore, type SendOf } from '@yunmu/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { titlesChanged } from '../../domains/catalog/index.ts'
import { ageAccounts } from '../../testing/accounts.ts'
import { buildTestApp, type Answer, type TestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import type { Bus } from '../events/events.ts'
import { tokenLifetimeSec } from './own-changes.ts'

/** Two processes of one station. What is on its way between them waits while it is held. */
const receivers: ((name: string, detail: unknown) => void)[] = []
const held: { name: string; deliver: () => void }[] = []
let isHeld = false
const busOf = (own: number): Bus => ({
  publish(name, detail) {
    const deliver = (): void => receivers.forEach((receive, at) => at !== own && receive(name, detail))
    if (isHeld) held.push({ name, deliver })
    else deliver()
  },
  flush: async () => true,
  subscribe: (receive) => (receivers[own] = receive),
})
const release = (): void => {
  isHeld = false
  for (const { deliver } of held.splice(0)) deliver()
}
/** Delivers what is held, up to the end of the first call. */
const releaseFirstCall = (): void => {
  const count = held.findIndex(({ name }) => name === 'platform.callChanged') + 1
  for (const { deliver } of held.splice(0, count)) deliver()
}

const t = await buildTestApp({}, { bus: busOf(0) })
const beside = await buildTestApp({}, { bus: busOf(1), beside: t })
const ids: number[] = []

beforeAll(async () => {
  await ageAccounts(t)
  for (const name of ['甲', '乙']) {
    const { id } = await t.station.catalog.writer.saveTitle(aTitle({ name, scoreSum: 50, scoreCount: 1 }), 1)
    ids.push(id)
  }
})
beforeEach(async () => {
  await t.platform.pool.query('truncate title_score')
  await t.platform.pool.query('update title set score_sum = 50, score_count = 1')
  await t.platform.pool.query('update title_listing set score = 50')
  t.events.announce(titlesChanged, { ids })
  // A day later, because the number of comments per hour is limited.
  t.clock.set(t.clock.nowMs() + 24 * 3600_000)
  beside.clock.set(t.clock.nowMs())
})

const idOf = (at: 0 | 1): number => ids[at] ?? 0
const byScore = {
  type: 2,
  area: '0',
  year: '0',
  genre: '0',
  letter: '0',
  vip: '0',
  lang: '0',
  order: '评分',
  page: 1,
  size: 10,
} as const satisfies SendOf<typeof vodList>
const List = z.object({ list: z.array(z.object({ name: z.string(), score: z.number() })) })
const Comments = z.object({ list: z.array(z.object({ content: z.string() })) })

const cookieHeader = (cookie: string | undefined) => (cookie === undefined ? {} : { headers: { cookie } })
/** The list by score, with a user's cookie or without one. */
const listed = async (app: TestApp, cookie?: string): Promise<string[]> =>
  List.parse((await app.make(vodList, byScore, cookieHeader(cookie))).data).list.map(({ name, score }) => name + score)
const cookieOf = ({ headers }: Answer): string =>
  z.optional(z.string()).parse(headers['set-cookie'])?.split(';', 1)[0] ?? ''
const rate = async (score: number, at: 0 | 1 = 1): Promise<string> =>
  cookieOf(await t.make(vodScore, { id: idOf(at), score }, { as: 'lin' }))

test('[F10] who rates a title sees the new order of the list at once; others see the old one for a moment', async () => {
  const before = await listed(t)
  expect(before.toSorted()).toEqual(['乙5', '甲5'])
  const cookie = await rate(9)
  expect(await listed(t)).toEqual(before)
  expect(await listed(t, cookie)).toEqual(['乙7', '甲5'])
  // The list was rebuilt for everybody.
  expect(await listed(t)).toEqual(['乙7', '甲5'])
})

test('[F10] after rating a title its page shows the new score, also after a reload', async () => {
  const score = async (cookie?: string) =>
    (await t.make(vodDetail, { type: 2, id: idOf(1) }, cookieHeader(cookie))).data
  expect(await score()).toMatchObject({ score: 5 })
  const cookie = await rate(9)
  expect(await score(cookie)).toMatchObject({ score: 7 })
})

test('a change is visible to its author on another process too, as soon as that process knows of it', async () => {
  await listed(beside)
  isHeld = true
  const cookie = await rate(9)
  const seen = listed(beside, cookie)
  release()
  expect(await seen).toEqual(['乙7', '甲5'])
})

test('a process that does not learn of a change replies nevertheless', async () => {
  const before = await listed(beside)
  isHeld = true
  const cookie = await rate(9)
  expect(await listed(beside, cookie)).toEqual(before)
  release()
})

/** What a browser sends after these replies: of cookies with one name, the last. */
const cookiesAfter = (answers: readonly Answer[]): string => {
  const jar = new Map(answers.map(cookieOf).map((cookie) => [cookie.split('=', 1)[0], cookie]))
  return [...jar.values()].join('; ')
}

test('two changes of two tabs at once are both visible to their author, in whatever order the replies arrive', async () => {
  await listed(beside)
  isHeld = true
  // Neither request has the cookie of the other's reply.
  const first = await t.make(vodScore, { id: idOf(0), score: 1 }, { as: 'lin' })
  const second = await t.make(vodScore, { id: idOf(1), score: 9 }, { as: 'lin' })
  const seen = listed(beside, cookiesAfter([second, first]))
  releaseFirstCall()
  await listed(beside)
  release()
  expect(await seen).toEqual(['乙7', '甲3'])
})

test('the changes of one call after another are visible together', async () => {
  await listed(t)
  const first = await t.make(vodScore, { id: idOf(1), score: 9 }, { as: 'lin' })
  const headers = { cookie: cookieOf(first) }
  const second = await t.make(vodScore, { id: idOf(0), score: 1 }, { as: 'lin', headers })
  expect(await listed(beside, cookiesAfter([first, second]))).toEqual(['乙7', '甲3'])
})

test('[I01] who comments sees the comment at once on every process, also as a visitor', async () => {
  const about = { kind: 'vod', id: idOf(0) } as const
  const seen = async (app: TestApp, cookie?: string) =>
    Comments.parse((await app.make(commentList, { ...about, order: 'new', page: 1 }, cookieHeader(cookie))).data).list
  await seen(beside)
  isHeld = true
  const written = await t.make(commentCommit, { ...about, content: '第一条' }, { as: 'lin' })
  const asked = seen(beside, cookieOf(written))
  release()
  expect((await asked)[0]).toMatchObject({ content: '第一条' })
})

test('a forged or altered cookie has no effect', async () => {
  const before = await listed(t)
  const cookie = await rate(9)
  const [name = '', token = ''] = cookie.split('=')
  const [callId = '', at = '', signature = ''] = token.split('.')
  const later = `${callId}.${(t.clock.nowMs() + 1).toString(36)}.${signature}`
  const cut = `${callId}.${at}.${signature.slice(1)}`
  for (const forged of ['', 'x', '..', `${callId}.${at}.`, `x.${at}.${signature}`, later, cut, '%00'])
    expect(await listed(t, `${name}=${forged}`), forged).toEqual(before)
})

test('an old cookie has no effect', async () => {
  // The cookie is old where the list is not: the clock of the other process is ahead.
  beside.clock.set(t.clock.nowMs() + tokenLifetimeSec * 1000)
  const before = await listed(beside)
  const cookie = await rate(9)
  expect(await listed(beside, cookie)).toEqual(before)
  beside.clock.set(t.clock.nowMs() + tokenLifetimeSec * 1000 - 1)
  expect(await listed(beside, cookie)).toEqual(['乙7', '甲5'])
})

test('a cookie rebuilds a list once for its change, however often it is used', async () => {
  await listed(t)
  const cookie = await rate(9)
  await listed(t, cookie)
  // A later change of somebody else is not part of it.
  await t.station.catalog.writer.saveTitle(aTitle({ name: '丙', scoreSum: 99, scoreCount: 1 }), 1)
  await t.station.catalog.listing.hitsOf([])
  expect(await listed(t, cookie)).toEqual(['乙7', '甲5'])
  await t.refreshLists()
  expect(await listed(t)).toEqual(['丙9.9', '乙7', '甲5'])
})

test('the cookie is not readable by scripts, and a call without a change sets none', async () => {
  const rated = await t.make(vodScore, { id: idOf(0), score: 3 }, { as: 'mei' })
  expect(rated.headers['set-cookie']).toMatch(/^changed-[\w-]{11}=[\w.-]+; Path=\/; Max-Age=3; HttpOnly; SameSite=Lax$/)
  const refused = await t.make(vodScore, { id: 999_999, score: 3 }, { as: 'mei' })
  expect(refused.headers['set-cookie']).toBeUndefined()
  expect((await t.make(vodList, byScore, {})).headers['set-cookie']).toBeUndefined()
})
