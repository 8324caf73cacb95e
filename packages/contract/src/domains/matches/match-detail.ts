import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId } from '../../core/fields.ts'
import { Competition, Season, Stage } from './competition.ts'
import { Match, TimelineItem } from './match.ts'
import { StandingsRow } from './standings.ts'

/** A line-up of one side. */
export const Lineup = z.object({
  /** 4-3-3; empty if unknown. */
  formation: z.string(),
  coach: z.string(),
  players: z.array(
    z.object({
      name: z.string(),
      number: z.nullable(z.int()),
      position: z.string(),
      /** Whether they play from the start; the others are substitutes. */
      starts: z.boolean(),
      captain: z.boolean(),
    }),
  ),
})
export type Lineup = z.output<typeof Lineup>

/** A figure of both sides. */
export const StatisticRow = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.enum(['', '%']),
  home: z.number(),
  away: z.number(),
})
export type StatisticRow = z.output<typeof StatisticRow>

export const Votes = z.object({
  home: z.int(),
  away: z.int(),
  /** What the caller voted for. */
  mine: z.enum(['none', 'home', 'away']),
})
export type Votes = z.output<typeof Votes>

/** A match on its own page. */
export const MatchDetail = z.object({
  match: Match,
  competition: Competition,
  season: z.nullable(Season),
  stage: z.nullable(Stage),
  venue: z.nullable(z.object({ id: z.int(), name: z.string(), city: z.string() })),
  /** Lines of the stage's table; null if it has none. */
  standings: z.object({ home: z.nullable(StandingsRow), away: z.nullable(StandingsRow) }),
  timeline: z.array(TimelineItem),
  lineups: z.object({ home: z.nullable(Lineup), away: z.nullable(Lineup) }),
  statistics: z.array(StatisticRow),
  /** The last meetings of the two teams, latest first. */
  meetings: z.array(Match),
  /** Other matches of the competition: running ones, then those to come, then the last results. */
  related: z.array(Match),
  votes: Votes,
})
export type MatchDetail = z.output<typeof MatchDetail>

/** A match with its timeline, line-ups, statistics and past meetings. */
export const matchDetail = defineCall({
  name: 'matchDetail',
  summary: 'A match in full',
  method: 'GET',
  path: '/v1/pub/match/detail/:id',
  caller: 'visitor',
  perViewer: { subscribed: false, followed: false, mine: 'none' },
  send: z.object({ id: segmentId }),
  reply: MatchDetail,
  refusals: ['NoSuchMatch'],
})
