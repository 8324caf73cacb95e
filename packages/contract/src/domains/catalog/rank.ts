import * as z from 'zod/mini'
import { Banner, TitleCard } from './title.ts'

/** Periods of a ranking. */
export const Period = z.enum(['day', 'week', 'month', 'all'])
export type Period = z.output<typeof Period>

/** A title in a ranking, with its plays in the ranking's period. */
export const RankedTitle = z.object({ ...TitleCard.shape, plays: z.int() })
export type RankedTitle = z.output<typeof RankedTitle>

/** Maximum number of titles on a board. */
export const boardCapacity = 100

/** A title on a board. */
export const BoardTitle = z.object({
  ...Banner.shape,
  plays: z.int(),
  /**
   * Change of rank since the previous day (positive: up); `new` if it was not ranked; null if there is no earlier
   * board.
   */
  change: z.nullable(z.union([z.int(), z.literal('new')])),
})
export type BoardTitle = z.output<typeof BoardTitle>
