import type { FeedLineInput } from '@yunmu/contract'
import { chinaDay, daySpan } from '@yunmu/contract/china-time'
import { runTimer } from '../apps/server/src/testing/modules.ts'
import type { TestStation } from './in-process-station.ts'

type EventInput = Extract<FeedLineInput, { record: 'event' }>['event']

/** Ids of a league in the station. */
export interface TestMatches {
  competition: number
  /** The home team of the running match. */
  team: number
  /** In its first half, 1:0, with two streams. */
  running: number
  /** When it, and every match that was begun, started: Unix milliseconds. */
  startedMs: number
  /** Starts in half an hour, or with the last minute of today if that comes first. */
  next: number
  /** When it starts: Unix seconds. */
  nextSec: number
  /** Starts in two days. */
  later: number
  /** Yesterday's: 3:1. */
  past: number
  /** Tells more of the running match, or of the one with this name: `next`, `later`. */
  tell(events: readonly EventInput[], name?: string): Promise<void>
  /** Takes further records. */
  take(records: readonly FeedLineInput[]): Promise<void>
  /** Makes recordings of what is over, and tells the rooms. */
  record(): Promise<void>
  /** Begins a match that is to come: it started 25 minutes ago, and has two streams. */
  begin(name: 'next' | 'later'): Promise<void>
  /** A goal of the home side of the running match, or of one that was begun: in its 25th minute, or in another one. */
  aGoal(id: string, minute?: number): EventInput
}

const teams = [
  ['jianghai', '江海港务', '#c8281e'],
  ['beiyu', '北屿远航', '#2f62a8'],
  ['shuobei', '朔北苍狼', '#7d828c'],
  ['shudao', '蜀道熊罴', '#a8502a'],
  ['yucheng', '屿城潮汐', '#0f6f72'],
  ['yunxi', '云溪茶人', '#55722c'],
] as const

const league: readonly FeedLineInput[] = [
  { record: 'competition', id: 'huanhai', sport: 'football', name: '环海联赛' },
  { record: 'season', id: '2026', competition: 'huanhai', name: '2026 赛季', order: 2026 },
  {
    record: 'stage',
    id: 'league',
    season: '2026',
    name: '常规赛',
    rules: { win: 3, draw: 1, loss: 0, rankBy: ['points', 'difference', 'scored'] },
  },
  { record: 'venue', id: 'stadium', name: '江海体育场', city: '江海' },
  ...teams.map(([id, name, colour]) => ({ record: 'team', id, sport: 'football', name, colour }) as const),
  ...['许砚', '罗既明', '方知远'].map(
    (name, at) =>
      ({ record: 'player', id: `p${at}`, team: 'jianghai', name, number: at + 7, position: '前锋' }) as const,
  ),
]

const match = (id: string, sides: readonly [home: string, away: string], kickoff: number, round: number) =>
  ({
    record: 'match',
    id,
    competition: 'huanhai',
    season: '2026',
    stage: 'league',
    round: `第 ${round} 轮`,
    home: sides[0],
    away: sides[1],
    kickoff,
    venue: 'stadium',
  }) as const satisfies FeedLineInput

const eventOf = (id: string, event: EventInput): FeedLineInput => ({ record: 'event', match: id, event })

/** A goal in the first half of a match that began at `fromSec`. */
const goal = (
  id: string,
  fromSec: number,
  at: { side: 'home' | 'away'; atSec: number; player: string },
): EventInput => ({
  type: 'tally',
  id,
  wallMs: (fromSec + at.atSec) * 1000,
  period: 'h1',
  kind: 'goal',
  assist: '陆远舟',
  ...at,
})

const nextMatches = {
  next: (kickoff: number) => match('next', ['shuobei', 'shudao'], kickoff, 12),
  later: (kickoff: number) => match('later', ['yucheng', 'yunxi'], kickoff, 13),
}

const fixtures = (nowSec: number, nextSec: number): FeedLineInput[] => [
  nextMatches.next(nextSec),
  nextMatches.later(nowSec + 2 * 86_400),
  match('moved', ['yunxi', 'shuobei'], nextSec + 1, 12),
  eventOf('moved', { type: 'status', id: 'moved', wallMs: nowSec * 1000, status: 'postponed', text: '暴雨' }),
]

const pastMatch = (fromSec: number): FeedLineInput[] => [
  match('past', ['jianghai', 'beiyu'], fromSec, 11),
  eventOf('past', { type: 'start', id: 'start', wallMs: fromSec * 1000, period: 'h1' }),
  eventOf('past', goal('one', fromSec, { side: 'home', atSec: 600, player: '许砚' })),
  eventOf('past', goal('two', fromSec, { side: 'home', atSec: 1200, player: '许砚' })),
  eventOf('past', goal('three', fromSec, { side: 'away', atSec: 1500, player: '顾长川' })),
  eventOf('past', goal('four', fromSec, { side: 'home', atSec: 2400, player: '罗既明' })),
  eventOf('past', { type: 'final', id: 'final', wallMs: (fromSec + 6000) * 1000 }),
]

const runningMatch = (fromSec: number): FeedLineInput[] => [
  match('running', ['jianghai', 'beiyu'], fromSec, 12),
  eventOf('running', { type: 'start', id: 'start', wallMs: fromSec * 1000, period: 'h1' }),
  eventOf('running', goal('one', fromSec, { side: 'home', atSec: 840, player: '许砚' })),
  eventOf('running', {
    type: 'incident',
    id: 'card',
    wallMs: (fromSec + 1100) * 1000,
    period: 'h1',
    atSec: 1100,
    side: 'away',
    kind: 'yellow',
    player: '顾长川',
  }),
  {
    record: 'lineup',
    match: 'running',
    side: 'home',
    formation: '4-3-3',
    coach: '沈北望',
    players: [
      { name: '许砚', number: 7, position: '前锋', captain: true },
      { name: '罗既明', number: 8, position: '中场' },
      { name: '方知远', number: 9, position: '后卫', starts: false },
    ],
  },
  {
    record: 'statistics',
    match: 'running',
    values: [
      { key: 'possession', home: 57, away: 43 },
      { key: 'shots', home: 14, away: 9 },
      { key: 'corners', home: 7, away: 4 },
    ],
  },
]

/** Two streams, which are the same channel. */
const twoStreams = (name: string, channel: number): FeedLineInput => ({
  record: 'streams',
  match: name,
  streams: [
    { name: '国语解说', anchor: '陆远舟', channel },
    { name: '现场原声', anchor: '', channel },
  ],
})

const streams = (channel: number): FeedLineInput[] => [
  twoStreams('running', channel),
  { record: 'streams', match: 'next', streams: [{ name: '国语解说', anchor: '黎少棠', channel }] },
]

/** Adds a football league of six teams, with what a page of a match shows. The streams are those of a channel. */
export async function addMatches({ station, platform }: TestStation, channelId: number): Promise<TestMatches> {
  const nowSec = Math.floor(Date.now() / 1000)
  const runningFrom = nowSec - 1500
  const nextSec = Math.min(nowSec + 1800, daySpan(chinaDay(nowSec)).toSec - 60)
  const take = async (records: readonly FeedLineInput[]): Promise<void> => {
    const lines = records.map((record, at) => ({ line: at + 1, records: [record] }))
    const answer = await station.matches.feed.take('test', lines)
    // Rooms are told by the outbox and by a timer, which do not run by themselves in this process.
    await platform.events.deliverCommitted()
    await runTimer(station.matches.module, 'matches.rooms')
    if (answer.refused > 0) throw new Error(`refused: ${JSON.stringify(answer.lines)}`)
  }
  await take([
    ...league,
    ...pastMatch(nowSec - 86_400),
    ...runningMatch(runningFrom),
    ...fixtures(nowSec, nextSec),
    ...streams(channelId),
  ])
  const { rows } = await platform.pool.query<{
    id: number
    source_id: string
    competition_id: number
    home_id: number
  }>('select id, source_id, competition_id, home_id from match')
  const rowOf = (name: string) => rows.find(({ source_id }) => source_id === name)
  return {
    competition: rowOf('running')?.competition_id ?? 0,
    team: rowOf('running')?.home_id ?? 0,
    running: rowOf('running')?.id ?? 0,
    startedMs: runningFrom * 1000,
    next: rowOf('next')?.id ?? 0,
    nextSec,
    later: rowOf('later')?.id ?? 0,
    past: rowOf('past')?.id ?? 0,
    take,
    async record() {
      await station.matches.recordings.update()
      await runTimer(station.matches.module, 'matches.rooms')
    },
    tell: (events, name = 'running') => take(events.map((event) => eventOf(name, event))),
    begin: (name) =>
      take([
        nextMatches[name](runningFrom),
        eventOf(name, { type: 'start', id: 'start', wallMs: runningFrom * 1000, period: 'h1' }),
        twoStreams(name, channelId),
      ]),
    aGoal: (id, minute = 25) => goal(id, runningFrom, { side: 'home', atSec: minute * 60, player: '罗既明' }),
  }
}
