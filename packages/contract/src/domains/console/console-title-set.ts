import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, storableLines } from '../../core/fields.ts'
import { bodyName, Corrected, titleRefusals } from './corrected.ts'

/** Sets fields of a title by name, as `title set` of the command line, and locks them unless `lock` is false. */
export const consoleTitleSet = defineCall({
  name: 'consoleTitleSet',
  summary: 'Sets fields of a title',
  method: 'POST',
  path: '/console/title/set',
  caller: 'operator',
  send: z.object({
    id: bodyId,
    fields: z.record(bodyName, storableLines(6000)).check(z.refine((fields) => Object.keys(fields).length > 0)),
    lock: z._default(z.boolean(), true),
  }),
  reply: Corrected,
  refusals: [...titleRefusals, 'FieldInvalid'],
})
