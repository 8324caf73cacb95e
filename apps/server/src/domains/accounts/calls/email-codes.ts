import { emailForget, emailRegister } from '@yunmu/contract'
import { mountCall, type CallBook, type Handler } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { parseEmail } from '../accounts-rules.ts'
import type { CodePurpose } from '../code-store.ts'

const limit: RateLimit = { points: 30, perSec: 60 }

/**
 * `emailRegister` and `emailForget`. They share one handler, so that their replies cannot differ in what they reveal.
 */
export function mountEmailCodes(book: CallBook, { codes }: AccountsParts): void {
  const handle =
    (purpose: CodePurpose): Handler<typeof emailRegister> =>
    async ({ send, visitor, refuse }) => {
      const email = parseEmail(send.to)
      if (email === null) return refuse('EmailInvalid')
      return { again: await codes.request({ purpose, email }, send, visitor) }
    }
  mountCall(book, emailRegister, handle('register'), { limit })
  mountCall(book, emailForget, handle('forget'), { limit })
}
