import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Third-party logins bound to the user's account. */
export const userThirdBound = defineCall({
  name: 'userThirdBound',
  summary: 'Bound logins of other sites',
  method: 'POST',
  path: '/pub/user/third/bound',
  caller: 'user',
  send: z.object({}),
  reply: z.object({
    list: z.array(
      z.object({ authType: z.string(), name: z.string(), /** When it was bound, Unix seconds. */ since: z.int() }),
    ),
  }),
  refusals: [],
})
