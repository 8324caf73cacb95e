import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { typedText } from './account-fields.ts'

/** Unbinds a third-party login; refused if it is the only way to sign in. */
export const userThirdUnbind = defineCall({
  name: 'userThirdUnbind',
  summary: 'Unbinds a login of another site',
  method: 'POST',
  path: '/pub/user/third/unbind',
  caller: 'user',
  send: z.object({ authType: typedText }),
  reply: z.object({}),
  refusals: ['OnlyWayIn', 'AlreadyDone'],
})
