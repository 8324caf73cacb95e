import { userForget, userPassword } from '@yunmu/contract'
import { nowSec } from '../../../platform/clock.ts'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import type { RateLimit } from '../../../platform/rate-limits.ts'
import { RefusalError } from '../../../platform/refusal-error.ts'
import { firstPasswordMail, tellOwner } from '../account-mails.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { isWeakPassword, readEmail } from '../accounts-rules.ts'
import type { AccountsTables } from '../accounts-tables.ts'
import { createCodeStore } from '../code-store.ts'
import { createUserStore } from '../user-store.ts'
import { ownUser } from '../own-user.ts'
import { inLine, loginKeysOf, placeInLine } from '../purses.ts'

const limit: RateLimit = { points: 30, perSec: 60 }

/** `userPassword` changes the password of who knows it, `userForget` that of who reads the account's mail. */
export function mountUserPasswords(book: CallBook, parts: AccountsParts): void {
  const { captcha, clock, codes, codeStore, db, devices, passwords, post, signIn, throttle, users } = parts

  mountCall(
    book,
    userPassword,
    async ({ send, viewer, refuse }) => {
      const user = await ownUser(users, viewer.id)
      if (send.password !== send.againPassword) return refuse('PasswordMismatch')
      if (isWeakPassword(send.password, [user.name, user.email ?? ''])) return refuse('PasswordWeak')
      await signIn.confirmPassword(user, send.oldPassword)
      await users.change(user.id, { passwordHash: await passwords.hash(send.password, inLine(user)) })
      await devices.removeOf(user.id)
      await signIn.endSessions(user.id, viewer.sessionId)
      if (user.passwordHash === '') await tellOwner(post, user, firstPasswordMail)
      return {}
    },
    { limit },
  )

  mountCall(
    book,
    userForget,
    async ({ send, visitor, refuse }) => {
      const email = readEmail(send.email)
      if (email === null) return refuse('EmailInvalid')
      if (send.password !== send.againPassword) return refuse('PasswordMismatch')
      if (isWeakPassword(send.password, [email])) return refuse('PasswordWeak')
      if (!(await captcha.check(send.captcha_id, send.captcha, visitor.address))) return refuse('CaptchaWrong')
      const now = nowSec(clock)
      const place = { purpose: 'forget', email } as const
      const hash = codes.hashOf(place, send.code)
      // Only addresses of accounts are sent a code: a right one says that there is an account.
      if (!(await codeStore.isRight(place, hash, now))) return refuse('CodeWrong')
      const passwordHash = await passwords.hash(send.password, placeInLine(visitor.address))
      const user = await db.transaction().execute(async (tx) => {
        const together = tx.withTables<AccountsTables>()
        const people = createUserStore(together)
        const user = await people.byEmail(email)
        if (!user || !(await createCodeStore(together).burn(place, hash, now))) throw new RefusalError('CodeWrong')
        await people.change(user.id, { passwordHash })
        return user
      })
      await devices.removeOf(user.id)
      await throttle.forget(loginKeysOf(user))
      await signIn.endSessions(user.id, null)
      return {}
    },
    { limit },
  )
}
