import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { bodyName, channelRefusals, Corrected } from './corrected.ts'

/** Locks fields of a channel against lists, or unlocks them. */
export const consoleChannelLock = defineCall({
  name: 'consoleChannelLock',
  summary: 'Locks fields of a channel',
  method: 'POST',
  path: '/console/channel/lock',
  caller: 'operator',
  send: z.object({
    id: bodyId,
    fields: z.array(bodyName).check(z.minLength(1), z.maxLength(30)),
    locked: z.boolean(),
  }),
  reply: Corrected,
  refusals: [...channelRefusals, 'FieldInvalid'],
})
