import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, storableLines } from '../../core/fields.ts'
import { bodyName, channelRefusals, Corrected } from './corrected.ts'

/**
 * Sets fields of a channel by name, as `channels set` of the command line, and locks them unless `lock` is false. A logo is
 * the address of a picture.
 */
export const consoleChannelSet = defineCall({
  name: 'consoleChannelSet',
  summary: 'Sets fields of a channel',
  method: 'POST',
  path: '/console/channel/set',
  caller: 'operator',
  send: z.object({
    id: bodyId,
    fields: z.record(bodyName, storableLines(3000)).check(z.refine((fields) => Object.keys(fields).length > 0)),
    lock: z._default(z.boolean(), true),
  }),
  reply: Corrected,
  refusals: [...channelRefusals, 'FieldInvalid'],
})
