import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Follows a title: a message arrives when it, or a new episode of it, becomes playable. */
export const userTitleFollow = defineCall({
  name: 'userTitleFollow',
  summary: 'Asks for messages about a title',
  method: 'POST',
  path: '/pub/user/remind/title',
  caller: 'user',
  send: z.object({ id: bodyId }),
  reply: z.object({}),
  refusals: ['NoSuchTitle', 'TooManyReminders', 'AlreadyDone'],
})
