import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { QueueItem } from './moderation.ts'

/** Texts that await review, most reported first: held by rules, or reported by users. */
export const consoleModerationQueue = defineCall({
  name: 'consoleModerationQueue',
  summary: 'Texts that wait for a look',
  method: 'POST',
  path: '/console/moderation/queue',
  caller: 'operator',
  send: z.object({ page: z._default(bodyPage, 1), size: z._default(bodySize, 30) }),
  reply: pageOf(QueueItem),
  refusals: [],
})
