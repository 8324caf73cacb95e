import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodySize, storableText } from '../../core/fields.ts'
import { FoundTitle } from './corrected.ts'

/** Titles with a part of a name, or a number; hidden and deleted ones too. */
export const consoleTitleFind = defineCall({
  name: 'consoleTitleFind',
  summary: 'Finds titles for operators',
  method: 'POST',
  path: '/console/title/find',
  caller: 'operator',
  send: z.object({
    text: z._default(storableText(100), ''),
    only: z.optional(z.enum(['hidden', 'deleted'])),
    limit: z._default(bodySize, 20),
  }),
  reply: z.object({ list: z.array(FoundTitle) }),
  refusals: [],
})
