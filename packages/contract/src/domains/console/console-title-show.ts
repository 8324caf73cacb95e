import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { FoundTitle } from './corrected.ts'

/** A title with all its fields and lines. */
export const consoleTitleShow = defineCall({
  name: 'consoleTitleShow',
  summary: 'Shows a title to operators',
  method: 'POST',
  path: '/console/title/show',
  caller: 'operator',
  send: z.object({ id: bodyId }),
  reply: z.object({
    title: FoundTitle,
    /** Columns by name, as stored. */
    columns: z.record(z.string(), z.unknown()),
    sources: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        position: z.int(),
        episodes: z.int(),
        /** The lowest and highest number; 0 without episodes. */
        first: z.int(),
        last: z.int(),
      }),
    ),
  }),
  refusals: ['NoSuchTitle'],
})
