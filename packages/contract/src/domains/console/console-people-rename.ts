import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyName } from './corrected.ts'

/** Gives a person another name in all titles; where both are named, they become one. */
export const consolePeopleRename = defineCall({
  name: 'consolePeopleRename',
  summary: 'Renames a person',
  method: 'POST',
  path: '/console/people/rename',
  caller: 'operator',
  send: z.object({ from: bodyName, to: bodyName, lock: z._default(z.boolean(), true) }),
  reply: z.object({ entryId: z.int(), titles: z.int() }),
  refusals: ['NoSuchPerson', 'NothingChanged'],
})
