import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected } from './corrected.ts'

/** Disables a user, who is signed out everywhere, or enables it again. */
export const consoleUserDisable = defineCall({
  name: 'consoleUserDisable',
  summary: 'Disables or enables a user',
  method: 'POST',
  path: '/console/user/disable',
  caller: 'operator',
  send: z.object({ id: bodyId, disabled: z.boolean() }),
  reply: Corrected,
  refusals: ['NoSuchUser', 'NothingChanged', 'OwnAccount'],
})
