import * as z from 'zod/mini'
import { MatchDetail, StatisticRow } from './match-detail.ts'
import { matchCourse, matchFacts, TimelineItem } from './match.ts'

const { lineups, standings } = MatchDetail.shape

/** What changed in a match, for its room. Absent fields did not change. */
export const MatchChange = z.extend(z.partial(z.object({ ...matchCourse, ...matchFacts })), {
  /** The newest event, added or corrected. */
  event: z.optional(TimelineItem),
  /** Id of an event that was retracted. */
  retracted: z.optional(z.string()),
  /** More events changed than frames tell: the page reads the match again. */
  isIncomplete: z.optional(z.literal(true)),
  votes: z.optional(z.object({ home: z.int(), away: z.int() })),
  statistics: z.optional(z.array(StatisticRow)),
  lineups: z.optional(lineups),
  /** Lines of the two teams in the table, after a result. */
  standings: z.optional(standings),
  /** The course of other matches of the competition. */
  others: z.optional(z.array(z.object({ id: z.int(), ...matchCourse }))),
})
export type MatchChange = z.output<typeof MatchChange>
