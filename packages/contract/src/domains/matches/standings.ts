import * as z from 'zod/mini'
import { MatchTeam } from './match.ts'

/**
 * What teams are ranked by, one after the other. `head-…` count only the matches between teams that are still equal;
 * consecutive ones are one step, which is applied again to those that it leaves equal. Ratios are won to lost.
 */
export const RankBy = z.enum([
  'points',
  'won',
  'difference',
  'scored',
  'away-scored',
  'set-ratio',
  'point-ratio',
  'head-points',
  'head-difference',
  'head-scored',
  'head-away-scored',
  'head-set-ratio',
  'head-point-ratio',
  'name',
])
export type RankBy = z.output<typeof RankBy>

const points = z.int().check(z.minimum(-10), z.maximum(10))

/** The rules of a table. */
export const StandingsRules = z.object({
  win: points,
  draw: points,
  loss: points,
  /** Other points for some scores, as in volleyball: 3:2 gives 2 and 1. */
  byScore: z._default(
    z.array(z.object({ won: z.int(), lost: z.int(), winner: points, loser: points })).check(z.maxLength(20)),
    [],
  ),
  rankBy: z.array(RankBy).check(z.minLength(1), z.maxLength(20)),
})
export type StandingsRules = z.output<typeof StandingsRules>

/** A line of a table. */
export const StandingsRow = z.object({
  /** Equal for teams that the rules do not distinguish. */
  rank: z.int(),
  team: MatchTeam,
  played: z.int(),
  won: z.int(),
  drawn: z.int(),
  lost: z.int(),
  /** Goals, or sets. */
  scored: z.int(),
  conceded: z.int(),
  /** Points within sets; equal to goals for other sports. */
  pointsWon: z.int(),
  pointsLost: z.int(),
  points: z.int(),
  /** The last five results, latest last. */
  form: z.array(z.enum(['won', 'drawn', 'lost'])),
})
export type StandingsRow = z.output<typeof StandingsRow>

/** A table of a stage or of one of its groups. */
export const Standings = z.object({
  stageId: z.int(),
  /** Name of the stage, empty if the season has only one. */
  stage: z.string(),
  /** A 组; empty if the stage has no groups. */
  group: z.string(),
  /** What the teams are ranked by. */
  rankBy: z.array(RankBy),
  rows: z.array(StandingsRow),
})
export type Standings = z.output<typeof Standings>
