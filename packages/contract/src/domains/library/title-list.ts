import * as z from 'zod/mini'
import { laterListId, maxId, maxListNameLength } from '../../core/constants.ts'

/** A list by its id; `laterListId` is 稍后看, which every user has. */
export const listOrLater = z.int().check(z.minimum(laterListId), z.maximum(maxId))

/** Name of an own list. */
export const listName = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxListNameLength))

/** A list of titles that a user made. */
export const TitleList = z.object({
  /** `laterListId` for 稍后看, which is always the first. */
  id: z.int(),
  /** Empty for 稍后看. */
  name: z.string(),
  /** Number of visible titles. */
  count: z.int(),
  /** Posters of the newest titles, at most three. */
  covers: z.array(z.string()),
  /** Whether it contains the title that was asked for. */
  has: z.boolean(),
})
export type TitleList = z.output<typeof TitleList>
