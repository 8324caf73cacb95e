import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

const Team = z.object({ id: z.int(), name: z.string(), img: z.string() })

/** A match in lists. Picture addresses are relative to `image_base`. */
export const Match = z.object({
  id: z.int(),
  league: z.string(),
  leagueImg: z.string(),
  home: Team,
  away: Team,
  start: unixSeconds,
  state: z.enum(['upcoming', 'live', 'over']),
  /** Home and away; null before it starts. */
  score: z.nullable(z.tuple([z.int(), z.int()])),
  /** Minute of play; null while it is not played. */
  minute: z.nullable(z.int()),
  streams: z.array(z.object({ id: z.int(), name: z.string(), anchor: z.string() })),
  /** Whether the caller has subscribed to it. */
  subscribed: z.boolean(),
  /** Number of viewers. */
  online: z.int(),
  /** Recording of the whole match; null if there is none. */
  replayId: z.nullable(z.int()),
})
export type Match = z.output<typeof Match>
