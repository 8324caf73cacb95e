import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Reminds of a coming programme: a message arrives when it begins. */
export const userProgrammeRemind = defineCall({
  name: 'userProgrammeRemind',
  summary: 'Asks for a message about a programme',
  method: 'POST',
  path: '/pub/user/remind/programme',
  caller: 'user',
  send: z.object({ id: bodyId }),
  reply: z.object({}),
  refusals: ['NoSuchProgramme', 'TooManyReminders', 'AlreadyDone'],
})
