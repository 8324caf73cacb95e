import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Likes a title, once. */
export const vodUp = defineCall({
  name: 'vodUp',
  summary: 'Likes a title',
  method: 'POST',
  path: '/pub/vod/up',
  caller: 'user',
  send: z.object({ id: bodyId }),
  reply: z.object({ up: z.int() }),
  refusals: ['NoSuchTitle', 'AlreadyDone'],
})
