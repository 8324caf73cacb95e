import {
  type FeedLineInput,
  indexSports,
  liveList,
  liveSub,
  matchCompetition,
  matchDetail,
  matchFollow,
  maxMatchSubs,
} from '@yunmu/contract'
import { chinaDay, daySpan } from '@yunmu/contract/china-time'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { looseLimitMs } from '../../platform/caching/change-log.ts'
import { runSchedule } from '../../testing/modules.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { aGoal, linesOf, sampleLeague } from './matches.fixture.ts'

let t: TestApp
let nowSec: number
let ids: { past: number; running: number; next: number }
beforeAll(async () => {
  t = await buildTestApp()
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  await tell(sampleLeague(nowSec))
  ids = { past: await idOf('past'), running: await idOf('running'), next: await idOf('next') }
})

const tell = async (records: readonly FeedLineInput[]): Promise<void> => {
  expect(await t.station.matches.feed.take('test', linesOf(records))).toMatchObject({ refused: 0 })
}
const idOf = async (name: string): Promise<number> => {
  const { rows } = await t.platform.pool.query<{ id: number }>('select id from match where source_id = $1', [name])
  return rows[0]?.id ?? 0
}
const refreshed = (): void => t.clock.set(t.clock.nowMs() + looseLimitMs + 1)
const idsIn = z.object({ list: z.array(z.object({ id: z.int() })) })
const listed = async (page: number, size: number, { state = 0, day = '0' } = {}): Promise<number[]> => {
  const send = { type: 'match', group: '0', state, day, team: '0', page, size }
  return idsIn.parse((await t.make(liveList, send)).data).list.map(({ id }) => id)
}

test('[H01] what everybody sees of a match is shared; what a user follows and subscribed to is the own', async () => {
  const { competitionId } = matchDetail.reply.parse((await t.make(matchDetail, { id: ids.next })).data).match
  const lin = { as: 'lin' } as const
  await t.make(liveSub, { id: ids.next }, lin)
  await t.make(matchFollow, { kind: 'competition', id: competitionId, on: true }, lin)
  const of = async (options: object) => {
    const detail = matchDetail.reply.parse((await t.make(matchDetail, { id: ids.next }, options)).data)
    const home = indexSports.reply.parse((await t.make(indexSports, { count: 5 }, options)).data)
    return [
      detail.match.subscribed,
      detail.competition.followed,
      home.list.find(({ id }) => id === ids.next)?.subscribed,
      home.sports[0]?.competitions[0]?.followed,
    ]
  }
  expect(await of({})).toEqual([false, false, false, false])
  expect(await of(lin)).toEqual([true, true, true, true])
  expect(await of({ as: 'mei' })).toEqual([false, false, false, false])
  // Nobody announced this: a reply that shows it was made for this viewer alone.
  await t.platform.pool.query("update competition set short = '环海'")
  expect((await t.make(matchDetail, { id: ids.next }, lin)).data).toMatchObject({ competition: { short: '环海联赛' } })
  await tell([aGoal('g1', nowSec)])
  expect((await t.make(matchDetail, { id: ids.running }, lin)).data).toMatchObject({ match: { score: [1, 0] } })
  refreshed()
  expect((await t.make(indexSports, { count: 1 }, lin)).data).toMatchObject({ list: [{ score: [1, 0] }] })
})

test('[H02] subscriptions at the limit are added at once without a second connection each', async () => {
  const { userId } = t.people.mei
  await t.platform.pool.query(
    'insert into match_subscription (user_id, match_id, created_at) select $1, at, 0 from generate_series(1000, $2) as at',
    [userId, 999 + maxMatchSubs],
  )
  const replies = await Promise.all(Array.from({ length: 12 }, () => t.make(liveSub, { id: ids.next }, { as: 'mei' })))
  expect(replies.filter(({ code }) => code === 0)).toHaveLength(1)
})

test('[H02] subscriptions of deleted matches and of those long over are deleted', async () => {
  const schedule = () => runSchedule(t.station.matches.module, 'matches.deleteSubscriptions')
  const left = async () => {
    const { rows } = await t.platform.pool.query<{ match_id: number }>(
      'select distinct match_id from match_subscription order by 1',
    )
    return rows.map(({ match_id }) => match_id)
  }
  await t.platform.pool.query('insert into match_subscription values ($1, $2, 0)', [t.people.mei.userId, ids.past])
  await schedule()
  expect(await left()).toEqual([ids.past, ids.next])
  const before = t.clock.nowMs()
  t.clock.set(before + 91 * 86_400_000)
  await schedule()
  t.clock.set(before)
  expect(await left()).toEqual([ids.next])
})

test('[H01] an event that is told while old matches are settled is not lost', async () => {
  const client = await t.platform.pool.connect()
  const before = t.clock.nowMs()
  t.clock.set(before + 8 * 3_600_000)
  try {
    await client.query('begin')
    await client.query('select from match where id = $1 for update', [ids.running])
    const settled = t.station.matches.settle()
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    while ((await t.platform.pool.query(waits)).rows.length === 0);
    const version = {
      type: 'tally',
      id: 'late',
      seq: 0,
      wallMs: t.clock.nowMs(),
      retracted: false,
      period: 'h1',
      atSec: 2000,
      side: 'home',
      kind: 'goal',
      points: null,
      player: '',
      assist: '',
    }
    await client.query("insert into match_event values ($1, 'late', 0, 'd', $2, $3)", [
      ids.running,
      JSON.stringify(version),
      t.clock.nowMs(),
    ])
    await client.query('update match set told_ms = $2 where id = $1', [ids.running, t.clock.nowMs()])
    await client.query('commit')
    await settled
  } finally {
    client.release()
    t.clock.set(before)
  }
  const { rows } = await t.platform.pool.query<{ state: string }>('select state from match where id = $1', [
    ids.running,
  ])
  expect(rows).toEqual([{ state: 'live' }])
})

test('[H01] a postponed match heads no list of coming ones after its start', async () => {
  const match = { record: 'match', competition: 'huanhai', home: 'jianghai', away: 'shudao' } as const
  const status = { type: 'status', id: 'off', wallMs: nowSec * 1000, status: 'postponed' } as const
  await tell([
    { ...match, id: 'was', kickoff: nowSec - 86_400 },
    { record: 'event', match: 'was', event: status },
    { ...match, id: 'coming', kickoff: nowSec + 3600 },
    { ...match, id: 'will', kickoff: nowSec + 86_400 },
    { record: 'event', match: 'will', event: status },
  ])
  refreshed()
  expect(await listed(1, 10, { state: 1 })).toEqual([await idOf('coming'), await idOf('will')])
})

test('[H01] a goal changes the table of its competition', async () => {
  const { competitionId: id } = matchDetail.reply.parse((await t.make(matchDetail, { id: ids.next })).data).match
  const pointsOf = async () => {
    const reply = await t.make(matchCompetition, { id, season: 0, size: 100 }, { as: 'lin' })
    return matchCompetition.reply.parse(reply.data).standings[0]?.rows.map(({ points }) => points)
  }
  expect(await pointsOf()).toEqual([3, 0, 0, 0])
  await tell([
    { record: 'event', match: 'past', event: { type: 'score', id: 's', seq: 1, wallMs: 9, home: 1, away: 1 } },
  ])
  expect(await pointsOf()).toEqual([1, 1, 0, 0])
})

test('[H01] pages of more than two hundred running matches have each match once', async () => {
  const many = Array.from({ length: 230 }, (_, at): FeedLineInput[] => [
    { record: 'match', id: `m${at}`, competition: 'huanhai', home: 'jianghai', away: 'shudao', kickoff: nowSec - 600 },
    {
      record: 'event',
      match: `m${at}`,
      event: { type: 'start', id: 's', wallMs: (nowSec - 600) * 1000, period: 'h1' },
    },
  ])
  await tell(many.flat())
  refreshed()
  const found: number[] = []
  for (let page = 1; page <= 5; page++) found.push(...(await listed(page, 50)))
  const will = await idOf('will')
  expect(found.indexOf(will)).toBeGreaterThanOrEqual(230)
  expect(new Set(found).size).toBe(found.length)
})

test('[H01] a match that runs past midnight is in the lists of both days', async () => {
  const { toSec: midnightSec } = daySpan(chinaDay(nowSec))
  t.clock.set((midnightSec + 600) * 1000)
  const [yesterday, today] = [chinaDay(nowSec), chinaDay(midnightSec)]
  expect((await listed(1, 1, { day: today }))[0]).toBe(ids.running)
  expect(await listed(1, 10, { day: today, state: 2 })).toContain(ids.running)
  expect(await listed(1, 10, { day: yesterday, state: 2 })).toContain(ids.running)
  expect(await listed(1, 10, { day: chinaDay(midnightSec + 86_400), state: 2 })).toEqual([])
})
