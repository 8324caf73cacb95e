import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected, bodyName, titleRefusals } from './corrected.ts'

/** Locks fields against importers, or unlocks them. */
export const consoleTitleLock = defineCall({
  name: 'consoleTitleLock',
  summary: 'Locks fields of a title',
  method: 'POST',
  path: '/console/title/lock',
  caller: 'operator',
  send: z.object({ id: bodyId, fields: z.array(bodyName).check(z.minLength(1), z.maxLength(40)), locked: z.boolean() }),
  reply: Corrected,
  refusals: [...titleRefusals, 'FieldInvalid'],
})
