import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { SignedIn, single, ticketFields, typedText } from './account-fields.ts'

/** Binds a third-party login to an existing account, and signs in. Sent plain. */
export const userThirdBind = defineCall({
  name: 'userThirdBind',
  summary: 'Binds a login of another site',
  method: 'POST',
  path: '/pub/user/third/bind',
  caller: 'visitor',
  perViewer: true,
  plain: true,
  send: z.object({
    ...ticketFields,
    /** Empty for the account of the current session. */
    username: typedText,
    /** Password of that account; empty if it has none. */
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
