import * as z from 'zod/mini'
import { MatchTeam } from './match.ts'
import { SportKey } from './sport-key.ts'

export const Team = z.object({
  ...MatchTeam.shape,
  sport: SportKey,
  /** Its home; empty if unknown. */
  venue: z.string(),
  /** Whether the caller follows it. */
  followed: z.boolean(),
})
export type Team = z.output<typeof Team>

export const Player = z.object({
  id: z.int(),
  name: z.string(),
  /** Shirt number; null if unknown. */
  number: z.nullable(z.int()),
  /** 前锋; empty if unknown. */
  position: z.string(),
})
export type Player = z.output<typeof Player>

/** `perViewer` of calls whose replies contain teams, competitions and matches. */
export const sportsPerViewer = { followed: false, subscribed: false } as const
