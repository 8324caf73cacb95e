import * as z from 'zod/mini'
import { TitleCard } from './title.ts'

/** The spans of time that a ranking counts. */
export const Period = z.enum(['day', 'week', 'month', 'all'])
export type Period = z.output<typeof Period>

/** A title in a ranking, with the plays of the ranking's own span. */
export const RankedTitle = z.object({ ...TitleCard.shape, plays: z.int() })
export type RankedTitle = z.output<typeof RankedTitle>
