import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected, bodyName, titleRefusals } from './corrected.ts'

/** Gives a line of a title another name. */
export const consoleSourceRename = defineCall({
  name: 'consoleSourceRename',
  summary: 'Renames a line',
  method: 'POST',
  path: '/console/source/rename',
  caller: 'operator',
  send: z.object({ titleId: bodyId, name: bodyName, to: bodyName }),
  reply: Corrected,
  refusals: [...titleRefusals, 'NoSuchLine', 'PlaceTaken'],
})
