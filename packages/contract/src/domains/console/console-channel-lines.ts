import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, storableText } from '../../core/fields.ts'
import { channelRefusals, Corrected } from './corrected.ts'

const lineNumber = z.int().check(z.minimum(1), z.maximum(100))

/** Adds a line or an address, removes, disables and enables lines, or puts them in another order. Lists leave them alone then. */
export const consoleChannelLines = defineCall({
  name: 'consoleChannelLines',
  summary: 'Corrects the lines of a channel',
  method: 'POST',
  path: '/console/channel/lines',
  caller: 'operator',
  send: z.object({
    id: bodyId,
    change: z.discriminatedUnion('act', [
      /** With `line`, a further address of that line. */
      z.object({
        act: z.literal('add'),
        address: storableText(2000).check(z.minLength(1)),
        name: z.optional(storableText(20)),
        line: z.optional(lineNumber),
      }),
      z.object({ act: z.literal('remove'), line: lineNumber }),
      z.object({ act: z.literal('enable'), line: lineNumber, enabled: z.boolean() }),
      z.object({ act: z.literal('order'), lines: z.array(lineNumber).check(z.minLength(1), z.maxLength(100)) }),
    ]),
  }),
  reply: Corrected,
  refusals: [...channelRefusals, 'NoSuchLine', 'LineHasPassword', 'LineScheduled', 'OrderIncomplete', 'AddressInvalid'],
})
