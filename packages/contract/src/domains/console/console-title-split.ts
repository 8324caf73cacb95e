import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { bodyName, titleRefusals } from './corrected.ts'

/** Makes a new title of some lines of one, or of the episodes from one number to another. */
export const consoleTitleSplit = defineCall({
  name: 'consoleTitleSplit',
  summary: 'Makes two titles of one',
  method: 'POST',
  path: '/console/title/split',
  caller: 'operator',
  send: z.object({
    id: bodyId,
    sources: z.optional(z.array(bodyName).check(z.maxLength(100))),
    levels: z.optional(z.object({ first: z.int().check(z.minimum(0)), last: z.int().check(z.minimum(0)) })),
    name: z.optional(bodyName),
    season: z.optional(z.int().check(z.minimum(0), z.maximum(999))),
  }),
  reply: z.object({ entryId: z.int(), titleId: z.int() }),
  refusals: [...titleRefusals, 'TitleDeleted', 'TitleMerged', 'HasPassword', 'NoSuchLine', 'NothingToSplit'],
})
