import * as z from 'zod/mini'
import { SportKey } from './sport-key.ts'

export const Competition = z.object({
  id: z.int(),
  sport: SportKey,
  name: z.string(),
  short: z.string(),
  /** Its emblem, relative to `image_base`. */
  img: z.string(),
  /** Whether the caller follows it. */
  followed: z.boolean(),
})
export type Competition = z.output<typeof Competition>

export const Season = z.object({ id: z.int(), name: z.string() })
export type Season = z.output<typeof Season>

/** A part of a season: a league, a group stage, a knockout. */
export const Stage = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether it has tables. */
  hasStandings: z.boolean(),
})
export type Stage = z.output<typeof Stage>
