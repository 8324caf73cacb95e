import { beforeEach, expect, test } from 'vitest'
import { aLinearChannel } from '../../../testing/channels.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { matchesChanged, matchPlayed } from '../matches-events.ts'
import { aGoal, linesOf, sampleLeague } from '../matches.fixture.ts'

let t: TestApp
let nowSec: number
beforeEach(async () => {
  t = await buildTestApp()
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  await t.station.matches.feed.take('test', linesOf(sampleLeague(nowSec)))
  await t.platform.events.deliverCommitted()
})

const take = (...records: Parameters<typeof linesOf>[0]) => t.station.matches.feed.take('test', linesOf(records))
const outbox = async (): Promise<string[]> =>
  (await t.platform.pool.query<{ name: string }>('select name from event_outbox order by id')).rows.map(
    ({ name }) => name,
  )

test('[H01] a goal is in the outbox with its commit, caches before the room: a process that is killed then loses nothing', async () => {
  await take(aGoal('g1', nowSec))
  expect(await outbox()).toEqual([matchesChanged.name, matchPlayed.name])
  const heard: unknown[] = []
  t.platform.events.on(matchPlayed, (detail) => heard.push(detail?.change.score))
  await t.platform.events.deliverCommitted()
  expect(heard).toEqual([[1, 0]])
  await take(aGoal('g1', nowSec))
  expect(await outbox()).toEqual([])
})

test('[H01] frames of concurrent requests arrive in the order in which they were stored', async () => {
  const scores: number[] = []
  t.platform.events.on(matchPlayed, (detail) => scores.push(detail?.change.score?.[0] ?? 0))
  await Promise.all(Array.from({ length: 8 }, (_, at) => take(aGoal(`g${at}`, nowSec))))
  await t.platform.events.deliverCommitted()
  expect(scores).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('[H01] what was stored before a failure is announced', async () => {
  const changed: unknown[] = []
  t.platform.events.on(matchesChanged, (detail) => changed.push(detail))
  const team = (at: number, name = `球队${at}`) => ({ record: 'team', id: `t${at}`, sport: 'football', name }) as const
  await take(...Array.from({ length: 250 }, (_, at) => team(at)))
  await t.platform.events.deliverCommitted()
  changed.length = 0
  await t.platform.pool.query("alter table team add constraint refused check (name <> '坏队')")
  const lines = [...Array.from({ length: 250 }, (_, at) => team(at, `新队${at}`)), team(0, '坏队')]
  await expect(take(...lines)).rejects.toThrow('refused')
  await t.platform.events.deliverCommitted()
  expect(changed.length).toBeGreaterThan(0)
  const { rows } = await t.platform.pool.query("select from team where name like '新队%'")
  expect(rows).toHaveLength(200)
})

test('[H01] streams change one match, and events of a deleted match are refused', async () => {
  const [channelId = 0] = await t.station.live.save([aLinearChannel({ name: '体育台', number: 7 })])
  const changed: unknown[] = []
  t.platform.events.on(matchesChanged, (detail) => changed.push(detail?.ids.length))
  await take({ record: 'streams', match: 'running', streams: [{ name: '国语解说', channel: channelId }] })
  expect(changed).toEqual([1])
  await t.platform.pool.query("delete from match where source_id = 'running'")
  expect(await take(aGoal('g', nowSec))).toMatchObject({ stored: 0, refused: 1 })
})
