import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** Third-party sites to sign in with. A login starts at `/auth/{authType}/start`. */
export const userThirdList = defineCall({
  name: 'userThirdList',
  summary: 'Other sites that one may sign in with',
  method: 'GET',
  path: '/v1/pub/user/third/list',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({ list: z.array(z.object({ authType: z.string(), name: z.string() })) }),
  refusals: [],
})
