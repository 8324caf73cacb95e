import {
  indexActiveLives,
  indexLiveData,
  indexSports,
  liveAllList,
  liveBanners,
  liveConditions,
  liveDisSub,
  liveList,
  liveRandom,
  liveRank,
  liveSub,
  liveTeams,
  liveTypes,
  matchCompetition,
  matchDays,
  matchDetail,
  matchFeed,
  matchFollow,
  matchFollows,
  matchTeam,
  matchVote,
  playToken,
  replyCode,
  userInfo,
  userSubs,
  type Call,
  type FeedLineInput,
  type SendOf,
} from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { looseLimitMs } from '../../platform/caching/change-log.ts'
import { aLinearChannel, scheduledChannels } from '../../testing/channels.ts'
import { buildTestApp, type MakeOptions, type TestApp } from '../../testing/test-app.ts'
import { aGoal, linesOf, sampleLeague } from './matches.fixture.ts'

let t: TestApp
let nowSec: number
let channelId: number
/** Ids of the matches of the sample. */
let ids: { past: number; running: number; next: number }
beforeAll(async () => {
  t = await buildTestApp()
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  const { channels } = await scheduledChannels(t, [aLinearChannel({ name: '云幕体育', number: 5 })])
  channelId = channels[0]?.id ?? 0
  await t.station.matches.feed.take('test', linesOf(sampleLeague(nowSec)))
  await t.station.matches.feed.take(
    'test',
    linesOf([
      {
        record: 'streams',
        match: 'running',
        streams: [{ name: '国语解说', anchor: '陆远舟', channel: channelId, plate: true }],
      },
      { record: 'streams', match: 'past', streams: [{ name: '国语解说', anchor: '', channel: channelId }] },
    ]),
  )
  const { rows } = await t.platform.pool.query<{ id: number; source_id: string }>('select id, source_id from match')
  const idOf = (name: string): number => rows.find((row) => row.source_id === name)?.id ?? 0
  ids = { past: idOf('past'), running: idOf('running'), next: idOf('next') }
})

const made = async <C extends Call>(call: C, send: SendOf<C>, options: MakeOptions = {}): Promise<unknown> =>
  (await t.make(call, send, options)).data
const idsIn = z.object({ list: z.array(z.object({ id: z.int() })) })
const listed = async <C extends Call>(call: C, send: SendOf<C>): Promise<number[]> =>
  idsIn.parse(await made(call, send)).list.map(({ id }) => id)
const matchesIn = z.object({ matches: z.array(z.object({ id: z.int() })) })
const matchesOf = async <C extends Call>(call: C, send: SendOf<C>): Promise<number[]> =>
  matchesIn.parse(await made(call, send)).matches.map(({ id }) => id)
const refreshed = (): void => t.clock.set(t.clock.nowMs() + looseLimitMs + 1)

const gone = 2_000_000
const leaf = { page: 1, size: 10 }
const any = { type: 'match', group: '0', state: 0, day: '0', team: '0', ...leaf }

test('[H01] every call refuses a match, a team or a competition that does not exist', async () => {
  expect(await made(matchDetail, { id: gone })).toEqual({ refusal: 'NoSuchMatch' })
  expect(await made(matchTeam, { id: gone, size: 20 })).toEqual({ refusal: 'NoSuchTeam' })
  expect(await made(matchCompetition, { id: gone, season: 0, size: 100 })).toEqual({ refusal: 'NoSuchCompetition' })
  const asLin = { as: 'lin' } as const
  expect(await made(matchVote, { id: gone, side: 'home' }, asLin)).toEqual({ refusal: 'NoSuchMatch' })
  expect(await made(matchFollow, { kind: 'team', id: gone, on: true }, asLin)).toEqual({ refusal: 'NoSuchTeam' })
  expect(await made(matchFollow, { kind: 'competition', id: gone, on: true }, asLin)).toEqual({
    refusal: 'NoSuchCompetition',
  })
  expect(await made(liveSub, { id: gone }, asLin)).toEqual({ refusal: 'NoSuchMatch' })
  expect((await t.make(liveSub, { id: ids.next })).code).toBe(replyCode.loginNeeded)
})

test('[H01] lists have matches by state, day, sport, competition and team, running ones first', async () => {
  const { past, running, next } = ids
  expect(await listed(liveList, any)).toEqual([running, next, past])
  expect(await listed(liveList, { ...any, state: 1 })).toEqual([next])
  expect(await listed(liveList, { ...any, state: 2 })).toEqual([running])
  expect(await listed(liveList, { ...any, state: 3 })).toEqual([past])
  expect(await listed(liveList, { ...any, type: 'football', group: '环海联赛', team: '江海港务' })).toEqual([
    running,
    past,
  ])
  expect(await listed(liveList, { ...any, type: 'basketball' })).toEqual([])
  expect(await listed(liveList, { ...any, team: '没有这支球队' })).toEqual([])
  expect(await listed(liveList, { ...any, day: chinaDay(nowSec - 90_000), state: 3 })).toEqual([past])
  expect(await listed(liveList, { ...any, page: 2, size: 2 })).toEqual([past])
  const all = z.object({ list: z.array(z.object({ kind: z.string(), id: z.int() })), total: z.int() })
  const mixed = all.parse(await made(liveList, { ...any, type: '0' }))
  expect(mixed.list.map(({ kind }) => kind)).toEqual(['match', 'match', 'match', 'channel'])
  expect(mixed.total).toBe(4)
  expect(await listed(liveAllList, { type: 'match', group: '0', state: 0, order: '最新', ...leaf })).toEqual([
    next,
    running,
    past,
  ])
})

test('[H01] strips, banners, rankings and filters have matches', async () => {
  const { running, next } = ids
  // Channels are not crowded out by matches that are to come.
  expect(await listed(indexLiveData, { count: 2 })).toEqual([running, channelId])
  expect(await listed(indexLiveData, { count: 12 })).toEqual([running, channelId, next])
  expect(await matchesOf(indexActiveLives, { count: 5 })).toEqual([running])
  expect(await matchesOf(liveBanners, {})).toEqual([running, next])
  expect(await matchesOf(liveRank, { type: 'match', period: 'day', count: 5 })).toEqual([running, next])
  expect(await matchesOf(liveRandom, { type: 'match', group: '0', except: running, count: 5 })).toEqual([next])
  const football = { type: 'football', name: '足球', matches: 3 }
  expect(await made(liveTypes, {})).toMatchObject({ sports: [football] })
  expect(await made(liveConditions, {})).toMatchObject({
    sports: [football],
    competitions: [{ type: 'football', name: '环海联赛', matches: 3 }],
  })
  expect(await made(indexSports, { count: 3 })).toMatchObject({
    sports: [{ sport: 'football', label: '足球', competitions: [{ name: '环海联赛', followed: false }] }],
    list: [{ id: running }, { id: next }, { id: ids.past }],
  })
  const days = z.object({ days: z.array(z.object({ day: z.string(), matches: z.int() })) })
  const found = days.parse(await made(matchDays, { sport: 'football', competition: 0 }))
  expect(found.days).toHaveLength(15)
  expect(found.days[7]?.day).toBe(chinaDay(nowSec))
  expect(found.days.reduce((sum, { matches }) => sum + matches, 0)).toBe(3)
})

test('[H01] a page shows a match, its team and its competition with a table', async () => {
  expect(await made(matchDetail, { id: ids.running })).toMatchObject({
    match: {
      id: ids.running,
      sport: 'football',
      league: '环海联赛',
      round: '第 12 轮',
      venue: '江海体育场',
      state: 'live',
      status: 'live',
      period: '上半场',
      minute: 31,
      score: [0, 0],
      open: true,
      streams: [{ id: 1, name: '国语解说', anchor: '陆远舟', plate: true, recorded: false, highlighted: false }],
      home: { name: '北屿远航', short: '北屿远航' },
    },
    season: { name: '2026' },
    stage: { name: '常规赛', hasStandings: true },
    standings: { home: { rank: 4, points: 0 }, away: { rank: 1, points: 3 } },
    timeline: [{ type: 'start', label: '上半场' }],
    meetings: [{ id: ids.past, score: [3, 0], winner: 'home' }],
    votes: { home: 0, away: 0, mine: 'none' },
  })
  const competition = z.object({
    competition: z.object({ id: z.int() }),
    standings: z.array(z.object({ rows: z.array(z.object({ team: z.object({ name: z.string(), id: z.int() }) })) })),
  })
  const detail = z.object({ match: z.object({ competitionId: z.int() }) })
  const { competitionId } = detail.parse(await made(matchDetail, { id: ids.next })).match
  const reply = await made(matchCompetition, { id: competitionId, season: 0, size: 100 })
  expect(reply).toMatchObject({
    seasons: [{ name: '2026' }],
    fixtures: [{ id: ids.running }, { id: ids.next }],
    fixturesTotal: 2,
    results: [{ id: ids.past }],
    resultsTotal: 1,
  })
  const short = await made(matchCompetition, { id: competitionId, season: 0, size: 1 })
  expect(short).toMatchObject({ fixturesTotal: 2, resultsTotal: 1 })
  const { fixtures } = z.object({ fixtures: z.array(z.object({ id: z.int() })) }).parse(short)
  expect(fixtures.map(({ id }) => id)).toEqual([ids.running])
  await t.station.matches.feed.take(
    'test',
    linesOf([{ record: 'season', id: '2027', competition: 'huanhai', name: '2027', order: 2027 }]),
  )
  refreshed()
  const { season } = z.object({ season: z.int() }).parse(reply)
  expect(await made(matchCompetition, { id: competitionId, season: 0, size: 100 })).toMatchObject({
    seasons: [{ name: '2027' }, { name: '2026' }],
    season,
    currentSeason: season,
  })
  const [table] = competition.parse(reply).standings
  expect(table?.rows.map(({ team }) => team.name)).toEqual(['江海港务', '朔北苍狼', '蜀道熊罴', '北屿远航'])
  const first = table?.rows[0]?.team.id ?? 0
  expect(await made(matchTeam, { id: first, size: 20 })).toMatchObject({
    team: { name: '江海港务', followed: false },
    next: [{ id: ids.running }],
    nextTotal: 1,
    last: [{ id: ids.past }],
    lastTotal: 1,
    players: [{ name: '许砚', number: 9 }],
  })
  expect(await made(liveTeams, { competition: competitionId, ...leaf })).toMatchObject({ total: 4 })
})

test('[H02] a user subscribes to a match, follows a team, and ends both', async () => {
  const as = { as: 'lin' } as const
  expect(await made(liveSub, { id: ids.past }, as)).toEqual({ refusal: 'MatchOver' })
  expect((await t.make(liveSub, { id: ids.next }, as)).code).toBe(replyCode.done)
  expect((await t.make(liveSub, { id: ids.next }, as)).code).toBe(replyCode.alreadySo)
  expect(await made(userSubs, { page: 1, size: 10 }, as)).toMatchObject({ list: [{ id: ids.next, subscribed: true }] })
  expect(await made(matchDetail, { id: ids.next }, as)).toMatchObject({ match: { subscribed: true } })
  expect(await made(matchDetail, { id: ids.next })).toMatchObject({ match: { subscribed: false } })
  expect((await t.make(liveDisSub, { id: ids.next }, as)).code).toBe(replyCode.done)
  expect((await t.make(liveDisSub, { id: ids.next }, as)).code).toBe(replyCode.alreadySo)
  const about = { kind: 'team', id: 1 } as const
  expect((await t.make(matchFollow, { ...about, on: true }, as)).code).toBe(replyCode.done)
  expect((await t.make(matchFollow, { ...about, on: true }, as)).code).toBe(replyCode.alreadySo)
  expect(await made(matchTeam, { id: 1, size: 20 }, as)).toMatchObject({ team: { followed: true } })
  expect(await made(matchFollows, {}, as)).toMatchObject({ teams: [{ id: 1, followed: true }], competitions: [] })
  expect(await made(matchFollows, {}, { as: 'mei' })).toEqual({ teams: [], competitions: [] })
  await t.station.site.write({ live_live: false })
  expect(await made(matchFollows, {}, as)).toEqual({ teams: [], competitions: [] })
  await t.station.site.write({ live_live: true })
  expect((await t.make(matchFollow, { ...about, on: false }, as)).code).toBe(replyCode.done)
})

test('[H01] a user supports a side, may change it, and not after the match', async () => {
  const as = { as: 'lin' } as const
  expect(await made(matchVote, { id: ids.past, side: 'home' }, as)).toEqual({ refusal: 'MatchOver' })
  expect(await made(matchVote, { id: ids.running, side: 'home' }, as)).toEqual({ home: 1, away: 0, mine: 'home' })
  expect((await t.make(matchVote, { id: ids.running, side: 'home' }, as)).code).toBe(replyCode.alreadySo)
  expect(await made(matchVote, { id: ids.running, side: 'away' }, as)).toEqual({ home: 0, away: 1, mine: 'away' })
  refreshed()
  expect(await made(matchDetail, { id: ids.running }, as)).toMatchObject({ votes: { away: 1, mine: 'away' } })
  expect(await made(matchDetail, { id: ids.running })).toMatchObject({ votes: { away: 1, mine: 'none' } })
})

test('[H01] votes do not rebuild the page of a match for others: it has them after two seconds', async () => {
  const votes = async () => matchDetail.reply.parse(await made(matchDetail, { id: ids.next })).votes
  expect(await votes()).toMatchObject({ home: 0, away: 0 })
  for (const as of ['lin', 'mei'] as const) await made(matchVote, { id: ids.next, side: 'home' }, { as })
  expect(await votes()).toMatchObject({ home: 0, away: 0 })
  refreshed()
  expect(await votes()).toMatchObject({ home: 2, away: 0 })
})

test('[H01] crests are drawn, and their address contains what they show', async () => {
  const detail = z.object({ match: z.object({ home: z.object({ img: z.string() }), leagueImg: z.string() }) })
  const { match } = detail.parse(await made(matchDetail, { id: ids.running }))
  for (const url of [match.home.img, match.leagueImg]) {
    const reply = await t.app.inject({ url })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(reply.body).toMatch(/^<svg /)
  }
  const former = match.home.img.replace(/-.{8}\.svg$/, '-abcdefgh.svg')
  for (const url of ['/media/crests/t999999-abcdefgh.svg', former])
    expect((await t.app.inject({ url })).statusCode).toBe(404)
})

const post = (payload: string, token: string) =>
  t.app.inject({
    method: 'POST',
    url: matchFeed.path,
    payload,
    headers: { 'content-type': 'application/x-ndjson', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
  })

test('[H01] the feed refuses programs without a token', async () => {
  for (const token of ['', 'feed_wrong']) expect((await post('{}', token)).statusCode).toBe(401)
})

test('[H01] the feed answers line by line, stores the rest, and changes nothing when it is repeated', async () => {
  const token = await t.station.matches.tokens.add('test', nowSec)
  expect(await t.station.matches.tokens.add('test', nowSec)).toBe(null)
  const lines = [
    JSON.stringify(aGoal('g1', nowSec)),
    'no json',
    '',
    JSON.stringify({ record: 'event', match: 'nobody', event: { type: 'final', id: 'x', wallMs: 1 } }),
    JSON.stringify({ record: 'team', id: 'x', sport: 'football' }),
    JSON.stringify({ record: 'event', match: 'running', event: { type: 'start', id: 'q', wallMs: 1, period: 'q1' } }),
    JSON.stringify({ record: 'planet' }),
  ]
  const answer = await post(lines.join('\n'), token ?? '')
  expect(answer.json()).toEqual({
    stored: 1,
    unchanged: 0,
    refused: 5,
    lines: [
      { line: 2, result: 'refused', msg: '不是 JSON' },
      { line: 4, result: 'refused', msg: '没有这场比赛：nobody' },
      { line: 5, result: 'refused', msg: 'name 缺少或不对' },
      { line: 6, result: 'refused', msg: '这个项目没有“q1”这一节' },
      { line: 7, result: 'refused', msg: 'record 不认识' },
    ],
  })
  expect(await made(matchDetail, { id: ids.running })).toMatchObject({
    match: { score: [1, 0] },
    timeline: [{}, { label: '进球', player: '顾长川', minute: 31, score: [1, 0] }],
  })
  refreshed()
  expect(await made(liveList, { ...any, state: 2 })).toMatchObject({ list: [{ score: [1, 0] }] })
  expect((await post(`[${lines[0]}]`, token ?? '')).json()).toMatchObject({ stored: 0, unchanged: 1, refused: 0 })
  expect(await t.station.matches.tokens.remove('test')).toBe(true)
  expect((await post(lines[0] ?? '', token ?? '')).statusCode).toBe(401)
})

test('[H01] texts and numbers that the database cannot store are refused, and the rest is stored', async () => {
  const event = { type: 'incident', id: 'i1', wallMs: 1, period: 'h1', kind: 'remark' }
  const hostile = [
    { record: 'event', match: 'running', event: { ...event, text: 'a\u0000b' } },
    { record: 'event', match: 'running', event: { ...event, player: '\ud800' } },
    { record: 'event', match: 'running', event: { ...event, wallMs: Number.MAX_SAFE_INTEGER } },
    { record: 'team', id: 'nul', sport: 'football', name: '江\u0000海' },
    { record: 'season', id: 'far', competition: 'huanhai', name: '远', order: 1e12 },
  ]
  const input = [...hostile, { record: 'venue', id: 'v2', name: '北屿球场' }]
  const answer = await t.station.matches.feed.take(
    'test',
    input.map((record, at) => ({ line: at + 1, records: [record] })),
  )
  expect(answer).toMatchObject({ stored: 1, refused: hostile.length })
})

test('[H01] a match takes thousands of events at once, and no more than it may have', async () => {
  const remarks = (from: number, count: number): FeedLineInput[] =>
    Array.from({ length: count }, (_, at) => ({
      record: 'event',
      match: 'next',
      event: { type: 'incident', id: `r${from + at}`, wallMs: 1, kind: 'remark' },
    }))
  expect(await t.station.matches.feed.take('test', linesOf(remarks(0, 5001)))).toMatchObject({
    stored: 0,
    refused: 5001,
  })
  expect(await t.station.matches.feed.take('test', linesOf(remarks(0, 5000)))).toMatchObject({ stored: 5000 })
  expect(await t.station.matches.feed.take('test', linesOf(remarks(0, 5000)))).toMatchObject({ unchanged: 5000 })
  expect((await t.station.matches.feed.take('test', linesOf(remarks(5000, 1)))).lines).toEqual([
    { line: 1, result: 'refused', msg: '这场比赛的事件太多，没有存入' },
  ])
})

test('[H01] what was corrected stays in a trail', async () => {
  const goal = aGoal('g2', nowSec)
  if (goal.record !== 'event') throw new Error('the fixture has changed')
  const take = (event: typeof goal.event) => t.station.matches.feed.take('test', linesOf([{ ...goal, event }]))
  await take(goal.event)
  await take({ ...goal.event, seq: 1, retracted: true })
  expect(await made(matchDetail, { id: ids.running })).toMatchObject({ match: { score: [1, 0] } })
  const { rows } = await t.platform.pool.query<{ seq: number }>(
    "select seq from match_event where match_id = $1 and event_id = 'g2' order by seq",
    [ids.running],
  )
  expect(rows.map(({ seq }) => seq)).toEqual([0, 1])
})

test('[H01] a match that moves is listed at its new time, and an older word does not move it back', async () => {
  const [fixture] = sampleLeague(nowSec + 86_400).slice(-1)
  if (fixture?.record !== 'match') throw new Error('the fixture has changed')
  await t.station.matches.feed.take('test', linesOf([{ ...fixture, seq: 2 }]))
  const old = await t.station.matches.feed.take('test', linesOf([{ ...fixture, seq: 1, kickoff: 5 }]))
  expect(old).toMatchObject({ stored: 0, unchanged: 1 })
  expect(await made(matchDetail, { id: ids.next })).toMatchObject({ match: { start: nowSec + 86_400 + 300 } })
})

test('[H01] a match that nobody tells the end of counts as over after hours', async () => {
  const before = t.clock.nowMs()
  t.clock.set(before + 7 * 3_600_000)
  await t.station.matches.settle()
  expect(await made(matchDetail, { id: ids.running })).toMatchObject({ match: { state: 'over', score: [1, 0] } })
  t.clock.set(before)
  await t.station.matches.feed.take('test', linesOf([aGoal('g3', nowSec)]))
  expect(await made(matchDetail, { id: ids.running })).toMatchObject({ match: { state: 'live', score: [2, 0] } })
})

test('[H03] without live_live no call knows matches', async () => {
  await t.station.site.write({ live_live: false })
  refreshed()
  const as = { as: 'lin' } as const
  expect(await made(matchDetail, { id: ids.running })).toEqual({ refusal: 'NoSuchMatch' })
  expect(await made(matchTeam, { id: 1, size: 20 })).toEqual({ refusal: 'NoSuchTeam' })
  expect(await made(matchCompetition, { id: 1, season: 0, size: 100 })).toEqual({ refusal: 'NoSuchCompetition' })
  expect(await made(liveSub, { id: ids.next }, as)).toEqual({ refusal: 'NoSuchMatch' })
  expect(await made(matchVote, { id: ids.running, side: 'home' }, as)).toEqual({ refusal: 'NoSuchMatch' })
  expect(await made(playToken, { type: 'match', id: ids.running, ids: 0, level: 1 })).toEqual({
    refusal: 'NoSuchMatch',
  })
  expect(await listed(liveList, any)).toEqual([])
  expect(await matchesOf(liveBanners, {})).toEqual([])
  expect(await matchesOf(indexActiveLives, { count: 5 })).toEqual([])
  expect(await made(liveTypes, {})).toMatchObject({ sports: [] })
  expect(await made(indexSports, { count: 3 })).toEqual({ sports: [], list: [] })
  expect(await made(liveTeams, { competition: 0, ...leaf })).toMatchObject({ list: [] })
  expect(await t.station.subjects.exists({ kind: 'match', id: ids.running, level: 0 }, nowSec)).toBe(false)
  await t.station.site.write({ live_live: true })
  refreshed()
  expect(await listed(liveList, { ...any, state: 2 })).toEqual([ids.running])
})

test('[H03] streams of an older version are ignored, also after a newer one took all of them back', async () => {
  const streams = (seq: number, names: readonly string[]) =>
    t.station.matches.feed.take(
      'test',
      linesOf([
        {
          record: 'streams',
          match: 'next',
          seq,
          streams: names.map((name) => ({ name, anchor: '', channel: channelId })),
        },
      ]),
    )
  const names = async () =>
    matchDetail.reply.parse(await made(matchDetail, { id: ids.next })).match.streams.map(({ name }) => name)
  expect(await streams(3, ['国语解说'])).toMatchObject({ stored: 1 })
  expect(await streams(2, ['英语解说'])).toMatchObject({ unchanged: 1 })
  expect(await names()).toEqual(['国语解说'])
  expect(await streams(4, [])).toMatchObject({ stored: 1 })
  expect(await streams(3, ['国语解说'])).toMatchObject({ unchanged: 1 })
  expect(await names()).toEqual([])
  // Two requests at once for a match that has no streams yet.
  const both = await Promise.all([streams(5, ['国语解说']), streams(5, ['国语解说'])])
  expect(both.reduce((sum, { stored }) => sum + stored, 0)).toBe(1)
})

test('[E05] [H01] the account knows which matches the user has subscribed to, none while matches are hidden', async () => {
  const subIds = async (): Promise<unknown> => userInfo.reply.parse(await made(userInfo, {}, { as: 'mei' })).subLiveIds
  expect(await subIds()).toEqual([])
  await t.make(liveSub, { id: ids.next }, { as: 'mei' })
  expect(await subIds()).toEqual([ids.next])
  await t.station.site.write({ live_live: false })
  expect(await subIds()).toEqual([])
  await t.station.site.write({ live_live: true })
  await t.make(liveDisSub, { id: ids.next }, { as: 'mei' })
  expect(await subIds()).toEqual([])
})

test('[B12] previews of links have a picture without a score, and none while matches are hidden', async () => {
  const { running } = ids
  const url = `/media/cards/match-${running}.webp`
  for (const file of [`match-${gone}.webp`, 'match-0.webp', 'player-1.webp', 'team-1.png'])
    expect((await t.app.inject({ url: `/media/cards/${file}` })).statusCode, file).toBe(404)
  const before = await t.app.inject({ url: `${url}?w=960` })
  expect([before.statusCode, before.headers['content-type']]).toEqual([200, 'image/webp'])
  const { width, height } = await sharp(before.rawPayload).metadata()
  expect([width, height]).toEqual([960, 540])
  await t.station.matches.feed.take('test', linesOf([aGoal('card', nowSec)]))
  expect((await t.app.inject({ url })).rawPayload.equals(before.rawPayload)).toBe(true)
  const { home, competitionId } = z
    .object({ match: z.object({ home: z.object({ id: z.int() }), competitionId: z.int() }) })
    .parse(await made(matchDetail, { id: running })).match
  for (const file of [`team-${home.id}.webp`, `competition-${competitionId}.webp`])
    expect((await t.app.inject({ url: `/media/cards/${file}` })).statusCode, file).toBe(200)
  await t.station.site.write({ live_live: false })
  expect((await t.app.inject({ url })).statusCode).toBe(404)
  await t.station.site.write({ live_live: true })
})
