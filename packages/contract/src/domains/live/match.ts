import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

const Team = z.object({ id: z.int(), name: z.string(), img: z.string() })

/** A match as lists show it. Pictures are addresses relative to `image_base`. */
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
  /** Of play; null while it is not played. */
  minute: z.nullable(z.int()),
  streams: z.array(z.object({ id: z.int(), name: z.string(), anchor: z.string() })),
  /** Whether who asks subscribed to it. */
  subscribed: z.boolean(),
  /** How many are watching. */
  online: z.int(),
  /** The recording of the whole; null where there is none. */
  replayId: z.nullable(z.int()),
})
export type Match = z.output<typeof Match>
