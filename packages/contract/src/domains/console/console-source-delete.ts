import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected, bodyName, titleRefusals } from './corrected.ts'

/** Deletes a line with its episodes. */
export const consoleSourceDelete = defineCall({
  name: 'consoleSourceDelete',
  summary: 'Deletes a line',
  method: 'POST',
  path: '/console/source/delete',
  caller: 'operator',
  send: z.object({ titleId: bodyId, name: bodyName }),
  reply: Corrected,
  refusals: [...titleRefusals, 'NoSuchLine'],
})
