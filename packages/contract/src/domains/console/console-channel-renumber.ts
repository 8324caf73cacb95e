import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { channelRefusals, Corrected } from './corrected.ts'

/** Gives channels numbers in one act, so that they may exchange them. */
export const consoleChannelRenumber = defineCall({
  name: 'consoleChannelRenumber',
  summary: 'Renumbers channels',
  method: 'POST',
  path: '/console/channel/renumber',
  caller: 'operator',
  send: z.object({
    numbers: z
      .array(z.object({ id: bodyId, number: z.int().check(z.minimum(0), z.maximum(99_999)) }))
      .check(z.minLength(1), z.maxLength(500)),
  }),
  reply: Corrected,
  refusals: [...channelRefusals],
})
