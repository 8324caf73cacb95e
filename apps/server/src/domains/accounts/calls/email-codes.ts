import { emailForget, emailRegister } from '@yunmu/contract'
import { mountCall, type CallRegistry, type Handler } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { parseEmail } from '../accounts-rules.ts'
import type { CodePurpose } from '../codes/code-store.ts'

const limit: RateLimit = { points: 30, perSec: 60 }

/**
 * `emailRegister` and `emailForget`. They share one handler, so that their replies cannot differ in what they reveal
 * of an address.
 */
export function mountEmailCodes(registry: CallRegistry, { codes, isRegistrationOpen }: AccountsParts): void {
  const handle =
    (purpose: CodePurpose): Handler<typeof emailForget> =>
    async ({ send, visitor, refuse }) => {
      const email = parseEmail(send.to)
      if (email === null) return refuse('EmailInvalid')
      return { again: await codes.request({ purpose, email }, send, visitor) }
    }
  const handleRegister: Handler<typeof emailRegister> = async (context) => {
    if (!(await isRegistrationOpen())) return context.refuse('RegistrationClosed')
    return handle('register')(context)
  }
  mountCall(registry, emailRegister, handleRegister, { limit })
  mountCall(registry, emailForget, handle('forget'), { limit })
}
