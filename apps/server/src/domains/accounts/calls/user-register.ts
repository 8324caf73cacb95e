import { userRegister } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { isReserved, isWeakPassword, parseEmail, parseName } from '../accounts-rules.ts'
import { addressQueueKey } from '../throttle/throttle-buckets.ts'
import { registerWithCode } from '../codes/register-with-code.ts'

const limit: RateLimit = { points: 30, perSec: 60 }

export function mountUserRegister(registry: CallRegistry, parts: AccountsParts): void {
  const { codes, users, passwords } = parts
  mountCall(
    registry,
    userRegister,
    async ({ send, visitor, refuse }) => {
      const name = send.username.trim() === '' ? '' : parseName(send.username)
      if (name === null) return refuse('NameInvalid')
      const email = parseEmail(send.email)
      if (email === null) return refuse('EmailInvalid')
      if (send.password !== send.againPassword) return refuse('PasswordMismatch')
      if (isWeakPassword(send.password, [name, email])) return refuse('PasswordWeak')
      await codes.checkCaptcha({ purpose: 'register', email }, send, visitor)
      if (name !== '' && (isReserved(name) || (await users.isNameTaken(name)))) return refuse('NameTaken')
      const passwordHash = () => passwords.hash(send.password, addressQueueKey(visitor.address))
      const made = await registerWithCode(parts, { name, nickname: '', email, code: send.code, passwordHash })
      return { userName: made.name }
    },
    { limit, admittedAs: 'none' },
  )
}
