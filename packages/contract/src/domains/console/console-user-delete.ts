import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected } from './corrected.ts'

/** Deletes a user at once and for good, as its own request does after thirty days. It cannot be undone. */
export const consoleUserDelete = defineCall({
  name: 'consoleUserDelete',
  summary: 'Deletes a user',
  method: 'POST',
  path: '/console/user/delete',
  caller: 'operator',
  send: z.object({
    id: bodyId,
    /** The same number again. */
    confirmId: bodyId,
  }),
  reply: Corrected,
  refusals: ['NoSuchUser', 'IdsDiffer', 'OwnAccount'],
})
