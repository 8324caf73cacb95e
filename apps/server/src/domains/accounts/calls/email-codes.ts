import { emailForget, emailRegister } from '@yunmu/contract'
import { mountCall, type CallRegistry, type Handler } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { parseEmail } from '../accounts-rules.ts'
import type { CodePurpose } from '../codes/code-store.ts'

const limit: RateLimit = { points: 30, perSec: 60 }

/**
 * `emailRegister` and `emailForget`. They share one handler, so that their replies cannot differ in what they reveal.
 */
export function mountEmailCodes(registry: CallRegistry, { codes }: AccountsParts): void {
  const handle =
    (purpose: CodePurpose): Handler<typeof emailRegister> =>
    async ({ send, visitor, refuse }) => {
      const email = parseEmail(send.to)
      if (email === null) return refuse('EmailInvalid')
      return { again: await codes.request({ purpose, email }, send, visitor) }
    }
  mountCall(registry, emailRegister, handle('register'), { limit })
  mountCall(registry, emailForget, handle('forget'), { limit })
}
