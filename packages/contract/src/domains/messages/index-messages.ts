import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { countSegment } from '../../core/fields.ts'
import { Message, MessageType } from './message.ts'

/** Newest messages of a type, or of all. Visitors get bulletins only. */
export const indexMessages = defineCall({
  name: 'indexMessages',
  summary: 'The newest messages of a type',
  method: 'GET',
  path: '/v1/pub/index/messages/:type/:n',
  caller: 'visitor',
  perViewer: true,
  send: z.object({ type: z.enum([...MessageType.options, 'all']), n: countSegment }),
  reply: z.object({ list: z.array(Message) }),
  refusals: ['LoginNeeded'],
})
