import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { categoryName, categoryWord } from './corrected.ts'

/** Adds a category; `parentId` 0 is a top category. */
export const consoleCategoryAdd = defineCall({
  name: 'consoleCategoryAdd',
  summary: 'Adds a category',
  method: 'POST',
  path: '/console/category/add',
  caller: 'operator',
  send: z.object({
    name: categoryName,
    typeEn: categoryWord,
    parentId: z._default(z.int().check(z.minimum(0), z.maximum(2_000_000_000)), 0),
  }),
  reply: z.object({ entryId: z.int(), categoryId: z.int() }),
  refusals: ['NoSuchCategory', 'PlaceTaken', 'NothingChanged'],
})
