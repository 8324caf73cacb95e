import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodySize, storableText } from '../../core/fields.ts'
import { FoundUser } from './found-user.ts'

/** Users with a number, or a part of a name, nickname or e-mail address. */
export const consoleUserFind = defineCall({
  name: 'consoleUserFind',
  summary: 'Finds users for operators',
  method: 'POST',
  path: '/console/user/find',
  caller: 'operator',
  send: z.object({ text: z._default(storableText(100), ''), limit: z._default(bodySize, 20) }),
  reply: z.object({ list: z.array(FoundUser) }),
  refusals: [],
})
