import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'
import { Side } from './match-event.ts'
import { SportKey } from './sport-key.ts'

/** Home and away. */
export const Score = z.tuple([z.int(), z.int()])
export type Score = z.output<typeof Score>

/** A team in lists. `img` is its crest, relative to `image_base`. */
export const MatchTeam = z.object({
  id: z.int(),
  name: z.string(),
  img: z.string(),
  /** At most four characters, for score plates. */
  short: z.string(),
  /** Its colour, `#rrggbb`, so light or dark that bars and marks of it are seen on a dark and on a light page. */
  colour: z.string(),
})
export type MatchTeam = z.output<typeof MatchTeam>

export const MatchState = z.enum(['upcoming', 'live', 'over'])
export type MatchState = z.output<typeof MatchState>

/** Upcoming: `scheduled`, `delayed`, `postponed`. Live: `live`, `break`, `suspended`. All others are over. */
export const MatchStatus = z.enum([
  'scheduled',
  'delayed',
  'postponed',
  'live',
  'break',
  'suspended',
  'over',
  'abandoned',
  'cancelled',
])
export type MatchStatus = z.output<typeof MatchStatus>

/** The clock of the current period: `atSec` seconds had passed at `runningSinceMs` (Unix); null: it stands still. */
export const MatchClock = z.object({ runningSinceMs: z.nullable(z.int()), atSec: z.int() })
export type MatchClock = z.output<typeof MatchClock>

export const PeriodScore = z.object({ key: z.string(), label: z.string(), score: Score })
export type PeriodScore = z.output<typeof PeriodScore>

/** What changes while a match is played. */
export const matchCourse = {
  state: MatchState,
  status: MatchStatus,
  /** Home and away, without a shootout; null before it starts. */
  score: z.nullable(Score),
  /** Minute of play; null while it is not played and for sports without a clock that counts up. */
  minute: z.nullable(z.int()),
  /** Label of the current period, or of the last one during a break; null before and after the match. */
  period: z.nullable(z.string()),
  /** What the break is called, 中场休息; null while there is none, or if the match may be over. */
  breakLabel: z.nullable(z.string()),
  /** Key of that period, see `sports`. */
  periodKey: z.nullable(z.string()),
  /** Null while no period with a clock is played. */
  clock: z.nullable(MatchClock),
  /** The periods so far, without a shootout. */
  periods: z.array(PeriodScore),
  shootout: z.nullable(Score),
  /** Who won; null while it is not over, and for a draw. */
  winner: z.nullable(Side),
}

/** What else changes of a match, apart from its names. */
export const matchFacts = {
  /** Unix seconds. */
  start: unixSeconds,
  streams: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      anchor: z.string(),
      /** The picture contains a score plate. */
      plate: z.boolean(),
      /** Whether there is a recording of it, for a play token of type `record`. */
      recorded: z.boolean(),
      /** The same for its highlights. */
      highlighted: z.boolean(),
    }),
  ),
  /** Whether its streams can be played: from ten minutes before the start until the end is certain. */
  open: z.boolean(),
  /** Recording of the whole match, for a play token of type `record`; null if there is none. */
  replayId: z.nullable(z.int()),
  /** Recording of its highlights, for a play token of type `highlights`; null if there is none. */
  highlightsId: z.nullable(z.int()),
}

/** A match in lists. Picture addresses are relative to `image_base`. */
export const Match = z.object({
  id: z.int(),
  sport: SportKey,
  competitionId: z.int(),
  league: z.string(),
  leagueImg: z.string(),
  /** 第 12 轮; empty if it has none. */
  round: z.string(),
  home: MatchTeam,
  away: MatchTeam,
  ...matchCourse,
  ...matchFacts,
  /** Empty if unknown. */
  venue: z.string(),
  /** Whether the caller has subscribed to it. */
  subscribed: z.boolean(),
  /** Number of viewers. */
  online: z.int(),
})
export type Match = z.output<typeof Match>

/** `perViewer` of calls whose replies contain matches. */
export const subscribedPerViewer = { subscribed: false } as const

/** An event of the timeline as pages show it, in the order of play. */
export const TimelineItem = z.object({
  id: z.string(),
  type: z.enum(['start', 'end', 'final', 'status', 'score', 'tally', 'incident']),
  /** Key of the period; null outside of play. */
  period: z.nullable(z.string()),
  /** Label of the period; empty outside of play. */
  periodLabel: z.string(),
  atSec: z.nullable(z.int()),
  /** Minute of the match for clocks that count up (45+2: 45 and `added` 2); null for all others. */
  minute: z.nullable(z.int()),
  added: z.int(),
  wallMs: z.int(),
  /** The side of the player. An own goal counts for the other one. */
  side: z.nullable(Side),
  /** Key of the score or incident, or the status; empty for other types. */
  kind: z.string(),
  /** In Chinese: 进球, 黄牌, 上半场; empty for a status. */
  label: z.string(),
  points: z.int(),
  player: z.string(),
  /** Who gave the assist or, of a substitution, who comes. */
  other: z.string(),
  /** Words of the source; of the end of a period, what a break after it is called: 中场休息. */
  text: z.string(),
  /** The score of the match after it; of scores in sets and shootouts, that of the set or shootout. */
  score: Score,
})
export type TimelineItem = z.output<typeof TimelineItem>
