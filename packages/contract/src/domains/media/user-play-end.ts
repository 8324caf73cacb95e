import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { StreamKey } from './play-stream.ts'

/** Ends a stream of the account: its place is free at once, and its player stops at its next report. */
export const userPlayEnd = defineCall({
  name: 'userPlayEnd',
  summary: 'Ends one of the streams that the account plays',
  method: 'POST',
  path: '/pub/user/play/end',
  caller: 'user',
  send: z.object({ stream: StreamKey }),
  reply: z.object({}),
  refusals: [],
})
