import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected, bodyName, titleRefusals } from './corrected.ts'

/** Orders the lines of a title, all of which are named. */
export const consoleSourceOrder = defineCall({
  name: 'consoleSourceOrder',
  summary: 'Orders the lines of a title',
  method: 'POST',
  path: '/console/source/order',
  caller: 'operator',
  send: z.object({ titleId: bodyId, names: z.array(bodyName).check(z.minLength(1), z.maxLength(100)) }),
  reply: Corrected,
  refusals: [...titleRefusals, 'NoSuchLine', 'OrderIncomplete'],
})
