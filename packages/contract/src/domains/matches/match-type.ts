import * as z from 'zod/mini'
import { SportKey } from './sport-key.ts'

/** A sport that has matches: a type of live content. */
export const MatchType = z.object({ type: SportKey, name: z.string(), matches: z.int() })
export type MatchType = z.output<typeof MatchType>

/** A competition as a group of live content. */
export const MatchGroup = z.object({ id: z.int(), type: SportKey, name: z.string(), matches: z.int() })
export type MatchGroup = z.output<typeof MatchGroup>

/** The type of all matches in calls; a sport is the type of its matches. */
export const anyMatch = 'match'
