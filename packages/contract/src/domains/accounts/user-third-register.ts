import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { SignedIn, ticketFields, typedText } from './account-fields.ts'

/** Registers with a third-party ticket and an e-mailed code, and signs in. Sent plain. */
export const userThirdRegister = defineCall({
  name: 'userThirdRegister',
  summary: 'Registers with a ticket of another site',
  method: 'POST',
  path: '/pub/user/third/register',
  caller: 'visitor',
  plain: true,
  send: z.object({ ...ticketFields, email: typedText, code: typedText }),
  reply: SignedIn,
  refusals: [
    'RegistrationClosed',
    'ThirdUnavailable',
    'TicketInvalid',
    'ThirdTaken',
    'ThirdDouble',
    'EmailInvalid',
    'EmailTaken',
    'CodeWrong',
    'NameTaken',
    'AccountDisabled',
  ],
})
