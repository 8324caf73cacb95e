import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { SignedIn, single, ticketFields } from './account-fields.ts'

/** Signs in with a third-party ticket. Sent plain. */
export const userThirdLogin = defineCall({
  name: 'userThirdLogin',
  summary: 'Signs in with a ticket of another site',
  method: 'POST',
  path: '/pub/user/third/login',
  caller: 'visitor',
  plain: true,
  send: z.object({ ...ticketFields, single }),
  reply: z.object({
    /** Null if no account is bound: the ticket can then be used for binding or registering. */
    signedIn: z.nullable(SignedIn),
    /** User name at the other site. */
    name: z.string(),
  }),
  refusals: ['ThirdUnavailable', 'TicketInvalid', 'AccountDisabled'],
})
