import { userRegister } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { isReserved, isWeakPassword, parseEmail, parseName } from '../accounts-rules.ts'
import { addressQueueKey } from '../throttle/throttle-buckets.ts'
import { registerWithCode } from '../codes/register-with-code.ts'
import { requireUser } from '../require-user.ts'
import { openOnDevice } from '../sessions/open-on-device.ts'

const limit: RateLimit = { points: 30, perSec: 60 }

export function mountUserRegister(registry: CallRegistry, parts: AccountsParts): void {
  const { codes, users, passwords } = parts
  mountCall(
    registry,
    userRegister,
    async ({ send, visitor, refuse }) => {
      if (!(await parts.isRegistrationOpen())) return refuse('RegistrationClosed')
      const name = send.username.trim() === '' ? '' : parseName(send.username)
      if (name === null) return refuse('NameInvalid')
      const email = parseEmail(send.email)
      if (email === null) return refuse('EmailInvalid')
      if (send.password !== send.againPassword) return refuse('PasswordMismatch')
      if (isWeakPassword(send.password, [name, email])) return refuse('PasswordWeak')
      const { id } = await codes.submit({ purpose: 'register', email }, send, visitor, async () => {
        if (name !== '' && (isReserved(name) || (await users.isNameTaken(name)))) return refuse('NameTaken')
        const passwordHash = () => passwords.hash(send.password, addressQueueKey(visitor.address))
        return registerWithCode(parts, { name, nickname: '', email, code: send.code, passwordHash })
      })
      return openOnDevice(parts, await requireUser(users, id), { visitor, remember: send.remember })
    },
    { limit, admittedAs: 'none' },
  )
}
