import * as z from 'zod/mini'
import { Banner, TitleCard } from './title.ts'

/** The spans of time that a ranking counts. */
export const Period = z.enum(['day', 'week', 'month', 'all'])
export type Period = z.output<typeof Period>

/** A title in a ranking, with the plays of the ranking's own span. */
export const RankedTitle = z.object({ ...TitleCard.shape, plays: z.int() })
export type RankedTitle = z.output<typeof RankedTitle>

/** Titles that a board holds. */
export const boardDepth = 100

/** A title on a board. */
export const BoardTitle = z.object({
  ...Banner.shape,
  plays: z.int(),
  /**
   * Places climbed (negative: fallen) since the board of the day before; `new` was not on that board; null where there was
   * none to compare with.
   */
  change: z.nullable(z.union([z.int(), z.literal('new')])),
})
export type BoardTitle = z.output<typeof BoardTitle>
