import { liveSub, matchCalendar, matchCalendarRenew, matchFollow, type FeedLineInput } from '@yunmu/contract'
import ICAL from 'ical.js'
import { beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../../platform/process/logger.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { readIcal } from '../feed/read-ical.ts'
import { linesOf, sampleLeague } from '../matches.fixture.ts'
import type { MatchesTables } from '../matches-tables.ts'
import { createCalendarStore } from './calendar-store.ts'

let logged = ''
const log = createLogger({ destination: { write: (line) => void (logged += line) } })
let t: TestApp
let nowSec: number
let ids: { next: number; running: number; past: number }
let owner: { competition: number; shudao: number }
beforeAll(async () => {
  t = await buildTestApp({}, { log })
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  await tell(sampleLeague(nowSec))
  const { rows } = await t.platform.pool.query<{ source_id: string; id: number; competition: number; away: number }>(
    'select source_id, id, competition_id as competition, away_id as away from match',
  )
  const of = (name: string) => rows.find((row) => row.source_id === name)
  ids = { next: of('next')?.id ?? 0, running: of('running')?.id ?? 0, past: of('past')?.id ?? 0 }
  owner = { competition: of('next')?.competition ?? 0, shudao: of('next')?.away ?? 0 }
})

const tell = async (records: readonly FeedLineInput[]): Promise<void> => {
  expect(await t.station.matches.feed.take('test', linesOf(records))).toMatchObject({ refused: 0 })
  // Calendars may be as old as lists.
  await t.refreshLists()
}
const get = (url: string) => t.app.inject({ url, headers: { host: 'yunmu.example' } })
const eventsOf = async (url: string) => {
  const reply = await get(url)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  return new ICAL.Component(ICAL.parse(reply.body)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      summary: event.summary,
      sequence: event.sequence,
      startSec: event.startDate.toUnixTime(),
      status: component.getFirstPropertyValue('status'),
    }
  })
}
const next = async () =>
  (await eventsOf(`/calendar/team/${owner.shudao}.ics`)).find(({ uid }) => uid === `match-${ids.next}@yunmu.example`)
const renewed = async (as: 'lin' | 'mei'): Promise<string> =>
  matchCalendarRenew.reply.parse((await t.make(matchCalendarRenew, {}, { as })).data).address.path
const own = async (as: 'lin' | 'mei') =>
  matchCalendar.reply.parse((await t.make(matchCalendar, {}, { as })).data).address

test('[H02] there is no calendar of what does not exist, or at an invented address', async () => {
  const key = (await renewed('mei')).split('/')[3] ?? ''
  for (const url of [
    '/calendar/competition/2000000.ics',
    '/calendar/team/99999999999.ics',
    '/calendar/team/0.ics',
    `/calendar/team/${owner.shudao}`,
    `/calendar/venue/${owner.shudao}.ics`,
    `/calendar/my/${key.slice(0, -1)}/matches.ics`,
    `/calendar/my/${t.people.lin.userId}-${key.slice(2)}/matches.ics`,
    `/calendar/my/1-${'A'.repeat(22)}/matches.ics`,
  ]) {
    expect((await get(url)).statusCode, url).toBe(404)
  }
})

test('[H02] [H03] without live_live there are no calendars', async () => {
  const personal = await renewed('lin')
  await t.station.site.write({ live_live: false })
  for (const url of [`/calendar/competition/${owner.competition}.ics`, `/calendar/team/${owner.shudao}.ics`, personal])
    expect((await get(url)).statusCode, url).toBe(404)
  await t.station.site.write({ live_live: true })
  expect((await get(personal)).statusCode).toBe(200)
})

test('[H02] calendars of a competition and of a team have their matches, without results', async () => {
  const uid = (id: number): string => `match-${id}@yunmu.example`
  expect(await eventsOf(`/calendar/competition/${owner.competition}.ics`)).toMatchObject([
    { uid: uid(ids.past), summary: '江海港务 vs 北屿远航', status: 'CONFIRMED' },
    { uid: uid(ids.running) },
    { uid: uid(ids.next), summary: '朔北苍狼 vs 蜀道熊罴', startSec: nowSec + 300 },
  ])
  expect(await eventsOf(`/calendar/team/${owner.shudao}.ics`)).toMatchObject([{ uid: uid(ids.next), sequence: 0 }])
  expect((await get(`/calendar/team/${owner.shudao}.ics?lang=t`)).body).toContain('環海聯賽')
})

test('[H02] a calendar of too many matches has the next ones, then the last ones, in the order of their start', async () => {
  const calendarStore = createCalendarStore(t.platform.db.withTables<MatchesTables>())
  const filter = { matchIds: [], teamIds: [], competitionIds: [owner.competition] }
  const { past, running, next: coming } = ids
  const chosen = (limit: number) => calendarStore.choose(filter, { fromSec: 0, nowSec, limit })
  expect([await chosen(1), await chosen(2)]).toEqual([[coming], [running, coming]])
  expect([await chosen(3), await chosen(4)]).toEqual([
    [past, running, coming],
    [past, running, coming],
  ])
})

test('[H02] the sequence number of a match grows when it moves and when it is cancelled, and only then', async () => {
  const before = await next()
  expect(await next()).toEqual(before)
  const fixture = sampleLeague(nowSec).at(-1)
  if (fixture?.record !== 'match') throw new Error('the fixture has changed')
  await tell([{ ...fixture, kickoff: nowSec + 7200 }])
  expect(await next()).toMatchObject({ sequence: 1, startSec: nowSec + 7200, status: 'CONFIRMED' })
  const status = (seq: number, word: 'postponed' | 'cancelled'): FeedLineInput => ({
    record: 'event',
    match: 'next',
    event: { type: 'status', id: 'o', seq, wallMs: nowSec * 1000, status: word },
  })
  await tell([status(0, 'postponed')])
  expect(await next()).toMatchObject({ sequence: 2, status: 'TENTATIVE' })
  await tell([status(1, 'cancelled')])
  expect(await next()).toMatchObject({ sequence: 3, status: 'CANCELLED' })
  expect(await next()).toMatchObject({ sequence: 3 })
})

test('[H02] a calendar that everybody reads is written once for each script and host, until matches change or five minutes have passed', async () => {
  const address = `/calendar/competition/${owner.competition}.ics`
  const move = (sec: number) =>
    t.platform.pool.query('update match set kickoff_sec = $1 where id = $2', [sec, ids.next])
  const startOf = async () => (await eventsOf(address)).at(-1)?.startSec
  const before = await startOf()
  // Without an announcement.
  await move(nowSec + 4000)
  expect((await get(`${address}?lang=t`)).body).toContain('環海聯賽')
  expect((await get(address)).body).toContain('环海联赛')
  const elsewhere = await t.app.inject({ url: address, headers: { host: 'other.example' } })
  expect(elsewhere.body).toContain('@other.example')
  t.clock.set(t.clock.nowMs() + 299_000)
  expect(await startOf()).toBe(before)
  t.clock.set(t.clock.nowMs() + 1000)
  expect(await startOf()).toBe(nowSec + 4000)
  await tell([{ record: 'competition', id: 'huanhai', sport: 'football', name: '环海超级联赛' }])
  expect((await get(address)).body).toContain('环海超级联赛')
  await tell([{ record: 'competition', id: 'huanhai', sport: 'football', name: '环海联赛' }])
})

test('[H02] a user has a calendar of what is followed, at a secret address that can be renewed', async () => {
  const path = await renewed('lin')
  expect(await own('lin')).toEqual({ path, createdAt: Math.floor(t.clock.nowMs() / 1000) })
  expect(await eventsOf(path)).toEqual([])
  await t.make(liveSub, { id: ids.running }, { as: 'lin' })
  await t.make(matchFollow, { kind: 'team', id: owner.shudao, on: true }, { as: 'lin' })
  expect((await eventsOf(path)).map(({ uid }) => uid)).toEqual(
    [ids.running, ids.next].map((id) => `match-${id}@yunmu.example`),
  )
  const later = await renewed('lin')
  expect([(await get(path)).statusCode, (await get(later)).statusCode]).toEqual([404, 200])
  expect((await get(later)).headers['cache-control']).toBe('private, no-store')
  await t.platform.pool.query(`update app_user set disabled = true where name = 'lin'`)
  expect((await get(later)).statusCode).toBe(404)
  await t.platform.pool.query(`update app_user set disabled = false where name = 'lin'`)
})

test('[H02] the export of a person says since when there is an address of a calendar, not which one', async () => {
  const exported = async (as: 'lin' | 'bao') => t.station.matches.module.personalData?.exportOf?.(t.people[as].userId)
  expect(await exported('bao')).toMatchObject({ calendar: null })
  const path = await renewed('lin')
  const ofLin = await exported('lin')
  expect(ofLin).toMatchObject({ calendar: { createdAt: Math.floor(t.clock.nowMs() / 1000) } })
  expect(JSON.stringify(ofLin)).not.toContain(path.split('/')[3])
})

test('[H02] a secret address is not in the log', async () => {
  const path = await renewed('lin')
  await t.platform.pool.query('alter table calendar_key rename to key_away')
  expect((await get(path)).statusCode).toBe(500)
  await t.platform.pool.query('alter table key_away rename to calendar_key')
  expect(logged).toContain('/calendar/my/*/matches.ics')
  expect(logged).not.toContain(path.split('/')[3])
})

test('[H01] [H02] another station imports a calendar of this one', async () => {
  const { body } = await get(`/calendar/competition/${owner.competition}.ics`)
  const other = await buildTestApp()
  const lines = readIcal(body, { sport: 'football', competition: '' })
  expect(await other.station.matches.feed.take('other', lines)).toMatchObject({ stored: 3, refused: 0 })
})
