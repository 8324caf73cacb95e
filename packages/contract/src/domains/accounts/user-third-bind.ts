import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { SignedIn, single, ticketFields, typedText } from './account-fields.ts'

/** Binds a login of another site to an account that is there already, and signs in. Travels plain. */
export const userThirdBind = defineCall({
  name: 'userThirdBind',
  summary: 'Binds a login of another site',
  method: 'POST',
  path: '/pub/user/third/bind',
  caller: 'visitor',
  plain: true,
  send: z.object({
    ...ticketFields,
    /** Empty where a session is there: its account is meant. */
    username: typedText,
    /** Of the account that is meant; empty where that has none. */
    password: typedText,
    single,
  }),
  reply: SignedIn,
  refusals: [
    'ThirdUnavailable',
    'TicketInvalid',
    'ThirdTaken',
    'ThirdDouble',
    'LoginWrong',
    'PasswordWrong',
    'LoginLocked',
    'AccountDisabled',
  ],
})
