import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, unixSeconds } from '../../core/fields.ts'
import { FoundChannel } from './corrected.ts'

/** A channel with all its fields and lines, and what the last probe of each address found. */
export const consoleChannelShow = defineCall({
  name: 'consoleChannelShow',
  summary: 'Shows a channel to operators',
  method: 'POST',
  path: '/console/channel/show',
  caller: 'operator',
  send: z.object({ id: bodyId }),
  reply: z.object({
    channel: FoundChannel,
    columns: z.record(z.string(), z.unknown()),
    lines: z.array(
      z.object({
        /** Its number within the channel. */
        line: z.int(),
        name: z.string(),
        kind: z.enum(['linear', 'recorded']),
        disabled: z.boolean(),
        sources: z.array(
          z.object({
            address: z.string(),
            /** Null if it was not probed. */
            probe: z.nullable(
              z.object({
                state: z.enum(['good', 'slow', 'dead']),
                height: z.int(),
                codec: z.string(),
                startMs: z.int(),
                reason: z.string(),
                fails: z.int(),
                checkedSec: unixSeconds,
              }),
            ),
          }),
        ),
      }),
    ),
  }),
  refusals: ['NoSuchChannel'],
})
