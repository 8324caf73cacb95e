import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { MessageState } from './message.ts'

/** The caller's message tabs with unread counts. For visitors the counts are unknown. */
export const indexMessageState = defineCall({
  name: 'indexMessageState',
  summary: 'Unread messages by type',
  method: 'POST',
  path: '/pub/index/message/state',
  caller: 'visitor',
  perViewer: true,
  send: z.object({}),
  reply: MessageState,
  refusals: [],
})
