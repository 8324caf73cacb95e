import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { MessageState, MessageType } from './message.ts'

/** Marks messages of a type as read; without ids all of the type. Returns the new unread counts. */
export const indexReadMessages = defineCall({
  name: 'indexReadMessages',
  summary: 'Marks messages as read',
  method: 'POST',
  path: '/pub/index/read/messages',
  caller: 'user',
  send: z.object({ ids: z.optional(z.array(bodyId).check(z.maxLength(100))), msgType: MessageType }),
  reply: MessageState,
  refusals: [],
})
