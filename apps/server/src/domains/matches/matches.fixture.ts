import type { FeedLineInput } from '@yunmu/contract'
import type { Pool } from 'pg'
import type { InputLine } from './feed/feed-input.ts'

/** Records as lines of a feed, from 1. */
export const linesOf = (records: readonly FeedLineInput[]): InputLine[] =>
  records.map((record, at) => ({ line: at + 1, records: [record] }))

/** A league of four teams with a table, in which 江海 won a match, one is running and one is to come. */
export function sampleLeague(nowSec: number): FeedLineInput[] {
  const team = (id: string, name: string): FeedLineInput => ({ record: 'team', id, sport: 'football', name })
  const match = (id: string, home: string, away: string, kickoff: number): FeedLineInput => ({
    record: 'match',
    id,
    competition: 'huanhai',
    season: '2026',
    stage: 'league',
    round: '第 12 轮',
    home,
    away,
    kickoff,
    venue: 'stadium',
  })
  const wallMs = (nowSec - 90_000) * 1000
  return [
    { record: 'competition', id: 'huanhai', sport: 'football', name: '环海联赛' },
    { record: 'season', id: '2026', competition: 'huanhai', name: '2026', order: 2026 },
    {
      record: 'stage',
      id: 'league',
      season: '2026',
      name: '常规赛',
      rules: { win: 3, draw: 1, loss: 0, rankBy: ['points', 'difference', 'scored'] },
    },
    { record: 'venue', id: 'stadium', name: '江海体育场', city: '江海' },
    team('jianghai', '江海港务'),
    team('beiyu', '北屿远航'),
    team('shuobei', '朔北苍狼'),
    team('shudao', '蜀道熊罴'),
    { record: 'player', id: 'p9', team: 'jianghai', name: '许砚', number: 9, position: '前锋' },
    match('past', 'jianghai', 'beiyu', nowSec - 90_000),
    { record: 'event', match: 'past', event: { type: 'score', id: 's', wallMs, home: 3, away: 0 } },
    { record: 'event', match: 'past', event: { type: 'final', id: 'f', wallMs: wallMs + 6_000_000 } },
    match('running', 'beiyu', 'jianghai', nowSec - 1800),
    {
      record: 'event',
      match: 'running',
      event: { type: 'start', id: 'h1', wallMs: (nowSec - 1800) * 1000, period: 'h1' },
    },
    match('next', 'shuobei', 'shudao', nowSec + 300),
  ]
}

/** A goal in the running match of the league. */
export const aGoal = (id: string, nowSec: number): FeedLineInput => ({
  record: 'event',
  match: 'running',
  event: {
    type: 'tally',
    id,
    wallMs: nowSec * 1000,
    period: 'h1',
    atSec: 1800,
    side: 'home',
    kind: 'goal',
    player: '顾长川',
  },
})

/** How many users were told of a match by events of the outbox, and how often one of them at most. */
export const announcedTo = async (pool: Pool, matchId: number): Promise<{ users: number; most: number }> =>
  (
    await pool.query<{ users: number; most: number }>(
      `select count(*)::int as users, max(times)::int as most from (
        select user_id, count(*) as times
        from event_outbox, jsonb_array_elements(detail -> 'userIds') as user_id
        where name = 'matches.reminded' and (detail ->> 'id')::int = $1
        group by user_id) as told`,
      [matchId],
    )
  ).rows[0] ?? { users: 0, most: 0 }
