import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { SignedIn, single, ticketFields } from './account-fields.ts'

/** Signs in with a ticket of another site. Travels plain. */
export const userThirdLogin = defineCall({
  name: 'userThirdLogin',
  summary: 'Signs in with a ticket of another site',
  method: 'POST',
  path: '/pub/user/third/login',
  caller: 'visitor',
  plain: true,
  send: z.object({ ...ticketFields, single }),
  reply: z.object({
    /** Null where the person there is nobody here yet: the ticket then serves for binding or registering. */
    signedIn: z.nullable(SignedIn),
    /** The name that the other site knows. */
    name: z.string(),
  }),
  refusals: ['ThirdUnavailable', 'TicketInvalid', 'AccountDisabled'],
})
