import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'
import { TitleCard } from './title.ts'

/** What came out of one title on one day, or will. */
export const TitleUpdate = z.object({
  title: TitleCard,
  /** When the last of it comes out. */
  at: unixSeconds,
  /** Whether it is out already. */
  aired: z.boolean(),
  /** The episodes, by level. */
  from: z.int(),
  to: z.int(),
  /** The name of the last episode. */
  name: z.string(),
  /** Whether it is all there is of the title. */
  whole: z.boolean(),
})
export type TitleUpdate = z.output<typeof TitleUpdate>
