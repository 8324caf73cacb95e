import { userForget, userPassword } from '@yunmu/contract'
import { nowSec } from '../../../platform/process/clock.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import { firstPasswordMail, mailOwner } from '../account-mails.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { isWeakPassword, parseEmail } from '../accounts-rules.ts'
import { changePassword } from '../passwords/change-password.ts'
import { createCodeStore } from '../codes/code-store.ts'
import { createDeviceStore } from '../sessions/device-store.ts'
import { requireUser } from '../require-user.ts'
import { userQueueKey, addressQueueKey } from '../throttle/throttle-buckets.ts'
import { hashDeviceToken, createDeviceToken } from '../sessions/device-token.ts'

const limit: RateLimit = { points: 30, perSec: 60 }

/** `userPassword` changes the password with the old one, `userForget` with a code from the account's mail. */
export function mountUserPasswords(registry: CallRegistry, parts: AccountsParts): void {
  const { clock, codes, codeStore, passwords, mailer, signIn, users } = parts

  mountCall(
    registry,
    userPassword,
    async ({ send, viewer, refuse }) => {
      const user = await requireUser(users, viewer.id)
      if (send.password !== send.againPassword) return refuse('PasswordMismatch')
      if (isWeakPassword(send.password, [user.name, user.email ?? ''])) return refuse('PasswordWeak')
      if (send.password === send.oldPassword) return refuse('PasswordSame')
      await signIn.confirmPassword(user, send.oldPassword)
      const to = await passwords.hash(send.password, userQueueKey(user))
      const change = { from: user.passwordHash, to, exceptSessionId: viewer.sessionId }
      // A concurrent request changed the password first.
      if (!(await changePassword(parts, user, change))) return refuse('PasswordWrong')
      if (user.passwordHash === '') await mailOwner(mailer, user, firstPasswordMail)
      return {}
    },
    { limit, admittedAs: 'none' },
  )

  mountCall(
    registry,
    userForget,
    async ({ send, visitor, refuse }) => {
      const email = parseEmail(send.email)
      if (email === null) return refuse('EmailInvalid')
      if (send.password !== send.againPassword) return refuse('PasswordMismatch')
      if (isWeakPassword(send.password, [email])) return refuse('PasswordWeak')
      const target = { purpose: 'forget', email } as const
      return codes.submit(target, send, visitor, async () => {
        const now = nowSec(clock)
        const hash = codes.hashOf(target, send.code)
        // Codes are sent only to addresses of accounts, so a right code implies an account.
        if (!(await codeStore.isRight(target, hash, now))) return refuse('CodeWrong')
        const to = await passwords.hash(send.password, addressQueueKey(visitor.address))
        const user = (await users.byEmail(email)) ?? refuse('CodeWrong')
        const device = createDeviceToken()
        const changed = await changePassword(parts, user, { from: null, to, exceptSessionId: null }, async (tx) => {
          if (!(await createCodeStore(tx).consume(target, hash, now))) refuse('CodeWrong')
          await createDeviceStore(tx).add({ tokenHash: hashDeviceToken(device), userId: user.id, nowSec: now })
        })
        return changed ? { device } : refuse('CodeWrong')
      })
    },
    { limit, admittedAs: 'none' },
  )
}
