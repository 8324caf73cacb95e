import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { FoundUser } from './found-user.ts'

/** A user, and how much the station has of it. */
export const consoleUserShow = defineCall({
  name: 'consoleUserShow',
  summary: 'Shows a user to operators',
  method: 'POST',
  path: '/console/user/show',
  caller: 'operator',
  send: z.object({ id: bodyId }),
  reply: z.object({
    user: FoundUser,
    hasPassword: z.boolean(),
    isMinor: z.boolean(),
    /** Open sessions and tokens. */
    sessions: z.int(),
    /** Orders, comments. */
    counts: z.record(z.string(), z.int()),
  }),
  refusals: ['NoSuchUser'],
})
