import { replyCode, userLogout, userWatches, watchUp, type SyncRecord } from '@yunmu/contract'
import { expect, test, vi } from 'vitest'
import { listening, openPage, type RealtimePage } from '../../testing/realtime-page.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { usersChanged } from '../accounts/accounts-events.ts'

const t = await buildTestApp()
const address = await listening(t.app)
const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)
const { id } = await t.station.catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), nowSec())
type Person = 'lin' | 'mei' | 'bao'

const record = (currentTime: number): SyncRecord => ({
  type: 'vod',
  id,
  episode: 1,
  duration: 6000,
  percent: 0,
  currentTime,
  title: '',
  saveTime: nowSec(),
})
async function pageOf(person: Person, lifetimeSec?: number): Promise<RealtimePage> {
  const page = await openPage(address)
  await page.hello(await t.tokenOf(person, lifetimeSec))
  return page
}
const send = (page: RealtimePage, sent: unknown): void => page.say({ up: watchUp.name, send: sent })
/** Sends a frame that is refused; the reply also shows that the frame before it was handled. */
const ask = (page: RealtimePage): void => page.say({ up: 'nobody', send: {} })
const answers = ({ heard }: RealtimePage) => heard.filter((frame) => 'taken' in frame)
/** Polls until true, for busy machines. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 40_000 })
const placesOf = async (person: Person): Promise<unknown> => {
  const { rows } = await t.platform.pool.query<{ position_ms: number }>(
    'select position_ms from watch_record where user_id = $1',
    [t.people[person].userId],
  )
  return rows.map(({ position_ms }) => position_ms / 1000)
}
const written = async (person: Person): Promise<unknown> => {
  await t.station.library.flush()
  return placesOf(person)
}

test('[F09] a visitor is asked to sign in, and an invalid record is refused; the page stays connected', async () => {
  const visitor = await openPage(address)
  await visitor.hello()
  send(visitor, record(60))
  await soon(() => expect(answers(visitor)).toEqual([{ taken: 0, notTaken: replyCode.loginNeeded }]))
  const page = await pageOf('lin')
  const wrong = [null, {}, [record(1)], { ...record(1), id: -1 }, { ...record(1), percent: 101 }]
  for (const sent of [...wrong, { ...record(1), title: '夜\0渡' }, { ...record(1), title: '夜'.repeat(401) }])
    send(page, sent)
  await soon(() => expect(answers(page)).toHaveLength(7))
  expect(new Set(answers(page).map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ taken: 0, notTaken: replyCode.refused })]),
  )
  expect(page.code).toBeNull()
  expect(await written('lin')).toEqual([])
})

test('[F09] a record that is too soon is refused silently, also after one by a call', async () => {
  const page = await pageOf('lin')
  send(page, record(60))
  send(page, record(61))
  send(page, record(600))
  ask(page)
  await soon(() => expect(answers(page)).toHaveLength(2))
  expect(answers(page)).toEqual([
    { taken: 1, notTaken: replyCode.tooSoon },
    { taken: 1, notTaken: replyCode.refused },
  ])
  expect(await written('lin')).toEqual([600])
  t.clock.set(t.clock.nowMs() + 10_000)
  expect(await t.make(watchUp.call, record(610), { as: 'lin' })).toMatchObject({ code: replyCode.done })
  send(page, record(611))
  await soon(() => expect(answers(page).at(-1)).toEqual({ taken: 0, notTaken: replyCode.tooSoon }))
})

test('[E07] a record is stored for its sender only, whoever used the page before', async () => {
  t.clock.set(t.clock.nowMs() + 10_000)
  const [lin, mei] = [await pageOf('lin'), await pageOf('mei')]
  send(lin, { ...record(700), userId: t.people.mei.userId })
  send(mei, record(70))
  for (const page of [lin, mei]) ask(page)
  await soon(() => expect([...answers(lin), ...answers(mei)]).toHaveLength(2))
  expect([await written('lin'), await written('mei'), await written('bao')]).toEqual([[700], [70], []])
  t.clock.set(t.clock.nowMs() + 10_000)
  lin.say({ hello: { token: await t.tokenOf('mei'), lang: 's' } })
  send(lin, record(80))
  ask(lin)
  await soon(() => expect(answers(lin)).toHaveLength(2))
  expect([await written('lin'), await written('mei')]).toEqual([[700], [80]])
  const { data } = await t.make(userWatches, { count: 10 }, { as: 'lin' })
  expect(data).toMatchObject({ list: [{ id, currentTime: 700 }] })
})

/** As the operator's command does in another process. */
async function disable(person: Person, disabled: boolean): Promise<void> {
  const { userId } = t.people[person]
  await t.platform.pool.query('update app_user set disabled = $2 where id = $1', [userId, disabled])
  t.events.announce(usersChanged, { userIds: [userId] })
}

test.each<[what: string, end: () => Promise<unknown>]>([
  ['has expired', async () => t.clock.set(t.clock.nowMs() + 61_000)],
  ['is of somebody who was disabled', () => disable('mei', true)],
  ['was signed out elsewhere', () => t.make(userLogout, {}, { as: 'mei' })],
])('[E07] a page whose session %s is disconnected, and its records are refused', async (_what, end) => {
  t.clock.set(t.clock.nowMs() + 10_000)
  await disable('mei', false)
  const page = await pageOf('mei', 60)
  const before = await written('mei')
  await end()
  send(page, record(999))
  expect(await page.ended()).toBe(4001)
  expect(answers(page)).toEqual([])
  expect(await written('mei')).toEqual(before)
})
