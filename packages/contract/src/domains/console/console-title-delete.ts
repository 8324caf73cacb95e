import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected, titleRefusals } from './corrected.ts'

/** Puts a title into the bin, or takes it out. */
export const consoleTitleDelete = defineCall({
  name: 'consoleTitleDelete',
  summary: 'Deletes or restores a title',
  method: 'POST',
  path: '/console/title/delete',
  caller: 'operator',
  send: z.object({ id: bodyId, deleted: z.boolean() }),
  reply: Corrected,
  refusals: [...titleRefusals],
})
