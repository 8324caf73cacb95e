import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { HistoryItem } from './watch-record.ts'

/** The caller's data about a title: progress, favourite, like, score. */
export const vodWatchRecord = defineCall({
  name: 'vodWatchRecord',
  summary: 'What I did with a title',
  method: 'POST',
  path: '/pub/vod/watch/record',
  caller: 'user',
  send: z.object({ id: bodyId }),
  reply: z.object({
    record: z.nullable(HistoryItem),
    favourite: z.boolean(),
    upped: z.boolean(),
    /** Whether it is in 稍后看. */
    later: z.boolean(),
    /** Whether a message arrives when something of it becomes playable. */
    followed: z.boolean(),
    /** The caller's score, 1 to 10; 0 for none. */
    score: z.int(),
  }),
  refusals: ['NoSuchTitle'],
})
