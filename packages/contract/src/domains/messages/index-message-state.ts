import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { MessageState } from './message.ts'

/** The tabs that who asks may see, and how much is unread under each. Of a visitor nobody knows what is read. */
export const indexMessageState = defineCall({
  name: 'indexMessageState',
  summary: 'Unread messages by type',
  method: 'POST',
  path: '/pub/index/message/state',
  caller: 'visitor',
  send: z.object({}),
  reply: MessageState,
  refusals: [],
})
