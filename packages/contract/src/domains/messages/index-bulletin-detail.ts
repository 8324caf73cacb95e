import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId } from '../../core/fields.ts'
import { Message } from './message.ts'

/** One bulletin with its full text. */
export const indexBulletinDetail = defineCall({
  name: 'indexBulletinDetail',
  summary: 'One bulletin in full',
  method: 'GET',
  path: '/v1/pub/index/bulletin/detail/:id',
  caller: 'visitor',
  perViewer: { read: false },
  send: z.object({ id: segmentId }),
  reply: Message,
  refusals: ['NoSuchBulletin'],
})
