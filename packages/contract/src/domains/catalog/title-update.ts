import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'
import { TitleCard } from './title.ts'

/** Episodes of one title that are released on one day. */
export const TitleUpdate = z.object({
  title: TitleCard,
  /** Release time of the last one. */
  at: unixSeconds,
  /** Whether it is already released. */
  aired: z.boolean(),
  /** Range of episode levels. */
  from: z.int(),
  to: z.int(),
  /** Name of the last episode. */
  name: z.string(),
  /** Whether these are all episodes of the title. */
  whole: z.boolean(),
})
export type TitleUpdate = z.output<typeof TitleUpdate>
