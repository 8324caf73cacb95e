import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodySize, storableText } from '../../core/fields.ts'
import { FoundChannel } from './corrected.ts'

/** Channels with a part of a name, an id or a number; hidden ones too. */
export const consoleChannelFind = defineCall({
  name: 'consoleChannelFind',
  summary: 'Finds channels for operators',
  method: 'POST',
  path: '/console/channel/find',
  caller: 'operator',
  send: z.object({
    text: z._default(storableText(100), ''),
    only: z.optional(z.enum(['hidden'])),
    limit: z._default(bodySize, 20),
  }),
  reply: z.object({ list: z.array(FoundChannel) }),
  refusals: [],
})
