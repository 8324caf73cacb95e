import { type FeedLineInput, type MatchChange, matchVote, roomName, type ServerFrame } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { aLinearChannel } from '../../testing/channels.ts'
import { runTimer } from '../../testing/modules.ts'
import { listening, openPage } from '../../testing/realtime-page.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { matchesChanged } from './matches-events.ts'
import { aGoal, linesOf, sampleLeague } from './matches.fixture.ts'

let t: TestApp
let nowSec: number
let address: string
let matchId: number
let channelId: number
beforeAll(async () => {
  t = await buildTestApp()
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  ;[channelId = 0] = await t.station.live.save([aLinearChannel({ name: '体育台', number: 7 })])
  await take(sampleLeague(nowSec))
  const { rows } = await t.platform.pool.query<{ id: number }>("select id from match where source_id = 'running'")
  matchId = rows[0]?.id ?? 0
  address = await listening(t.app)
})

/** Feeds, and announces what the transactions stored. */
async function take(records: readonly FeedLineInput[]): Promise<void> {
  await t.station.matches.feed.take('test', linesOf(records))
  await t.platform.events.deliverCommitted()
}

const isMatchFrame = (frame: ServerFrame): frame is Extract<ServerFrame, { match: object }> => 'match' in frame

test('[I02] nobody joins the room of a match that does not exist', async () => {
  const page = await openPage(address)
  await page.hello()
  page.say({ join: roomName({ kind: 'match', id: 2_000_000, level: 0 }) })
  expect(await page.until((frame) => 'refused' in frame)).toMatchObject({ refused: true })
})

test('[H01] a goal reaches the pages of the room as one small frame, in the script of each', async () => {
  const room = roomName({ kind: 'match', id: matchId, level: 0 })
  const simplified = await openPage(address)
  await simplified.hello('', 's')
  await simplified.join(room)
  const traditional = await openPage(address)
  await traditional.hello('', 't')
  await traditional.join(room)

  const goal = aGoal('g1', nowSec)
  await take([goal])
  const heard = await simplified.until(isMatchFrame)
  expect(heard).toEqual({
    room,
    match: {
      score: [1, 0],
      periods: [{ key: 'h1', label: '上半场', score: [1, 0] }],
      event: expect.objectContaining({ label: '进球', player: '顾长川', minute: 31, score: [1, 0], side: 'home' }),
    },
  })
  expect(Buffer.byteLength(JSON.stringify(heard))).toBeLessThan(700)
  expect(await traditional.until(isMatchFrame)).toMatchObject({
    match: { event: { label: '進球', player: '顧長川' }, periods: [{ label: '上半場' }] },
  })

  // Repeated, it is no news; retracted, it is taken back.
  await take([goal])
  if (goal.record !== 'event') throw new Error('the fixture has changed')
  const retracted = { ...goal, event: { ...goal.event, seq: 1, retracted: true } }
  await take([retracted])
  await simplified.until((frame) => isMatchFrame(frame) && frame.match.retracted === 'g1')
  expect(simplified.heard.filter(isMatchFrame)).toHaveLength(2)
  expect(simplified.heard.findLast(isMatchFrame)).toMatchObject({ match: { score: [0, 0] } })
})

test('[H01] votes reach the pages of the room as one frame of the latest numbers, at most one every two seconds', async () => {
  const { module } = t.station.matches
  expect(module.timers).toContainEqual(expect.objectContaining({ name: 'matches.rooms', everyMs: 2000 }))
  // What the tests before this one told is sent before the page comes.
  await runTimer(module, 'matches.rooms')
  const room = roomName({ kind: 'match', id: matchId, level: 0 })
  const page = await openPage(address)
  await page.hello()
  await page.join(room)
  const frames = () => page.heard.filter(isMatchFrame).map(({ match }) => match)

  await t.make(matchVote, { id: matchId, side: 'home' }, { as: 'lin' })
  await t.make(matchVote, { id: matchId, side: 'home' }, { as: 'mei' })
  await t.make(matchVote, { id: matchId, side: 'away' }, { as: 'lin' })
  await runTimer(module, 'matches.rooms')
  await page.until(isMatchFrame)
  // Nobody voted since then: the next frame is the goal's.
  await runTimer(module, 'matches.rooms')
  await take([aGoal('after', nowSec)])
  await page.until((frame) => isMatchFrame(frame) && frame.match.event?.id === 'after')
  expect(frames()).toEqual([
    { votes: { home: 1, away: 1 } },
    expect.objectContaining({ event: expect.objectContaining({ id: 'after' }) }),
  ])
})

test('[H01] statistics, line-ups, streams and results of others reach the room as frames of what changed, and none without a change', async () => {
  const { module } = t.station.matches
  const room = roomName({ kind: 'match', id: matchId, level: 0 })
  await take([aGoal('before', nowSec)])
  const page = await openPage(address)
  await page.hello('', 't')
  await page.join(room)
  const frames = () => page.heard.filter(isMatchFrame).map(({ match }) => match)
  /** Feeds, and the frame that the room then has. */
  const frameAfter = async (records: readonly FeedLineInput[]) => {
    await take(records)
    const known = frames().length
    await runTimer(module, 'matches.rooms')
    await page.until((frame) => isMatchFrame(frame) && frames().length > known)
    return frames().at(-1)
  }
  const shots = { key: 'shots', home: 9, away: 4 }
  const statistics = { record: 'statistics' as const, match: 'running', values: [shots] }
  // The first time a room is sent when its match starts and which streams it has, too.
  await frameAfter([statistics])
  expect(await frameAfter([{ ...statistics, seq: 1, values: [{ ...shots, home: 10 }] }])).toEqual({
    statistics: [{ ...shots, label: '射門', unit: '', home: 10 }],
  })
  const lineup = {
    record: 'lineup',
    match: 'running',
    side: 'home',
    formation: '4-4-2',
    coach: '沈北望',
    players: [{ name: '许砚' }],
  } as const satisfies FeedLineInput
  expect(await frameAfter([lineup])).toEqual({
    lineups: { home: expect.objectContaining({ formation: '4-4-2' }), away: null },
  })
  // Nothing new of these, so that the next frame is that of the streams.
  await take([lineup, { ...statistics, seq: 1, values: [{ ...shots, home: 10 }] }])
  await runTimer(module, 'matches.rooms')
  expect(
    await frameAfter([
      { record: 'streams', match: 'running', streams: [{ name: '国语解说', anchor: '陆远舟', channel: channelId }] },
    ]),
  ).toEqual({
    start: nowSec - 1800,
    streams: [{ id: 1, name: '國語解說', anchor: '陸遠舟', plate: false, recorded: false, highlighted: false }],
    open: true,
    replayId: null,
    highlightsId: null,
  })
  const of = (event: Extract<FeedLineInput, { record: 'event' }>['event']): FeedLineInput => ({
    record: 'event',
    match: 'next',
    event,
  })
  const result = await frameAfter([
    of({ type: 'score', id: 'score', wallMs: nowSec * 1000, home: 0, away: 5 }),
    of({ type: 'final', id: 'final', wallMs: nowSec * 1000 + 1 }),
  ])
  expect(result).toEqual({
    others: [expect.objectContaining({ state: 'over', score: [0, 5], winner: 'away' })],
    standings: { home: expect.objectContaining({ rank: 3 }), away: expect.objectContaining({ rank: 2 }) },
  })
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(1500)
})

/** A page in the room, and what it hears of the room's own frames. */
async function aPageInTheRoom() {
  const page = await openPage(address)
  await page.hello()
  await page.join(roomName({ kind: 'match', id: matchId, level: 0 }))
  return {
    run: () => runTimer(t.station.matches.module, 'matches.rooms'),
    /** What it has heard until now: frames arrive in order, and a goal is told at once. */
    async heard(goal: string): Promise<MatchChange[]> {
      await take([aGoal(goal, nowSec)])
      await page.until((frame) => isMatchFrame(frame) && frame.match.event?.id === goal)
      return page.heard.filter(isMatchFrame).flatMap(({ match }) => (match.event ? [] : [match]))
    },
  }
}
const figures = (home: number): FeedLineInput => ({
  record: 'statistics',
  match: 'running',
  seq: 100 + home,
  values: [{ key: 'corners', home, away: 0 }],
})
const lineupOf = (coach: string): FeedLineInput => ({
  record: 'lineup',
  match: 'running',
  side: 'away',
  coach,
  players: [],
})
const streamOf = (name: string): FeedLineInput => ({
  record: 'streams',
  match: 'running',
  streams: [{ name, channel: channelId }],
})

test('[H01] what was read for frames that did not go out is sent by the next run', async () => {
  const { run, heard } = await aPageInTheRoom()
  await take([streamOf('方言解说'), figures(1)])
  await t.platform.pool.query('alter table match_statistics rename to match_statistics_away')
  await expect(run()).rejects.toThrow('match_statistics')
  await t.platform.pool.query('alter table match_statistics_away rename to match_statistics')
  await run()
  expect(await heard('after-a-failure')).toEqual([
    expect.objectContaining({
      streams: [expect.objectContaining({ name: '方言解说' })],
      statistics: [expect.objectContaining({ key: 'corners', home: 1 })],
    }),
  ])
})

test('[H01] statistics and line-ups that are announced twice reach the room once', async () => {
  const { run, heard } = await aPageInTheRoom()
  await t.station.matches.feed.take('test', linesOf([figures(2), lineupOf('闻朝')]))
  await run()
  await t.platform.events.deliverCommitted()
  await run()
  expect((await heard('after-twice')).filter(({ lineups, statistics }) => lineups ?? statistics)).toHaveLength(1)
})

test('[H01] of changes that name no match, a room is sent what differs: neither line-ups nor statistics that it has', async () => {
  const { run, heard } = await aPageInTheRoom()
  await take([figures(3), lineupOf('莫迟')])
  await run()
  const player = (name: string): FeedLineInput => ({ record: 'player', id: 'p10', team: 'beiyu', name })
  await take([player('罗既明')])
  await run()
  const known = await heard('after-a-player')
  expect(known.filter(({ lineups, statistics }) => lineups ?? statistics)).toHaveLength(1)
  await take([player('韩述')])
  await run()
  // Events were lost: all of it is read, and the same is not sent again.
  t.platform.events.reportGap()
  await run()
  expect(await heard('after-a-gap')).toEqual(known)
})

test('[H01] the score of another match reaches the room even if nobody says which match has changed', async () => {
  const { run, heard } = await aPageInTheRoom()
  const other = await buildTestApp({}, { beside: t })
  const start = { type: 'start', id: 'other-start', wallMs: nowSec * 1000 + 2, period: 'h1' } as const
  const goal = {
    type: 'tally',
    id: 'other',
    wallMs: nowSec * 1000 + 3,
    period: 'h1',
    side: 'home',
    kind: 'goal',
  } as const
  const match = { record: 'match', id: 'third', competition: 'huanhai', home: 'shudao', away: 'beiyu' } as const
  const lines = [
    { ...match, kickoff: nowSec } as const,
    ...[start, goal].map((event) => ({ record: 'event', match: 'third', event }) as const),
  ]
  // Another instance tells of it, and this one does not hear it.
  await other.station.matches.feed.take('test', linesOf(lines))
  await other.platform.events.deliverCommitted()
  const { rows } = await t.platform.pool.query<{ id: number }>("select id from match where source_id = 'third'")
  t.platform.events.announce(matchesChanged, { ids: [], competitionIds: [] })
  await run()
  const others = (await heard('after-another')).flatMap((change) => change.others ?? [])
  expect(others.filter(({ id }) => id === rows[0]?.id)).toEqual([
    expect.objectContaining({ score: [1, 0], state: 'live' }),
  ])
})

test('[H01] of more events at once than frames tell, the room is told to read the match again', async () => {
  const page = await openPage(address)
  await page.hello()
  await page.join(roomName({ kind: 'match', id: matchId, level: 0 }))
  await take(Array.from({ length: 11 }, (_, at) => aGoal(`many${at}`, nowSec)))
  const frame = await page.until(isMatchFrame)
  expect(frame).toMatchObject({ match: { isIncomplete: true, score: expect.anything() } })
  expect(page.heard.filter(isMatchFrame)).toHaveLength(1)
})

test('[H01] when matches are switched off, pages leave the room: no goal reaches them, and nobody comes in', async () => {
  const room = roomName({ kind: 'match', id: matchId, level: 0 })
  const page = await openPage(address)
  await page.hello()
  await page.join(room)
  await t.station.site.write({ live_live: false })
  expect(await page.until((frame) => 'refused' in frame)).toEqual({ room, refused: true })
  await take([aGoal('hidden', nowSec)])
  page.say({ join: room })
  await page.until((frame) => 'refused' in frame && frame !== page.heard.find((one) => 'refused' in one))
  expect(page.heard.filter(isMatchFrame)).toEqual([])
  await t.station.site.write({ live_live: true })
})
