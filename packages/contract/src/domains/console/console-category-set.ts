import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected, categoryName, categoryValues, categoryWord } from './corrected.ts'

/** Sets fields of a category, or hides it with its titles. */
export const consoleCategorySet = defineCall({
  name: 'consoleCategorySet',
  summary: 'Sets fields of a category',
  method: 'POST',
  path: '/console/category/set',
  caller: 'operator',
  send: z.object({
    id: bodyId,
    name: z.optional(categoryName),
    typeEn: z.optional(categoryWord),
    areas: z.optional(categoryValues),
    genres: z.optional(categoryValues),
    langs: z.optional(categoryValues),
    hidden: z.optional(z.boolean()),
  }),
  reply: Corrected,
  refusals: ['NoSuchCategory', 'PlaceTaken', 'NothingChanged'],
})
