import type { SignedIn } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { nowSec } from '../../../platform/process/clock.ts'
import type { Visitor } from '../../../platform/calls/mount-call.ts'
import { RefusalError } from '../../../platform/http/refusal-error.ts'
import type { Viewer } from '../../../platform/calls/viewer.ts'
import { boundMail, mailOwner, unboundMail } from '../account-mails.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { parseEmail, parseNickname, sessionLifetimeSec } from '../accounts-rules.ts'
import { requireUser } from '../require-user.ts'
import { registerWithCode } from '../codes/register-with-code.ts'

/** Sign-in for users who were authenticated elsewhere. Refusals are thrown as refusals of the contract. */
export interface ExternalSignIn {
  /** Opens a session; `single` ends the user's others. Refuses with AccountDisabled. */
  signIn(userId: number, how: { visitor: Visitor; single: boolean }): Promise<SignedIn>
  /** A new token of the current session. */
  reissueToken(viewer: Viewer): Promise<SignedIn>
  /** The id of the user with this name and password. Refuses with LoginWrong, LoginLocked or AccountDisabled. */
  authenticate(login: { username: string; password: string }, visitor: Pick<Visitor, 'address'>): Promise<number>
  /**
   * Makes an account without a password, after the code from the mail was entered. `inTransaction` runs in the same
   * transaction; if it throws, no account is made and the code stays valid. Refuses with EmailInvalid, EmailTaken or
   * CodeWrong.
   */
  registerWithCode(
    request: { email: string; code: string; nickname: string },
    inTransaction: (tx: Kysely<unknown>, userId: number) => Promise<void>,
  ): Promise<number>
  hasPassword(userId: number): Promise<boolean>
  /** Checks the password of a signed-in user, if the account has one. Refuses with PasswordWrong or LoginLocked. */
  confirmPassword(userId: number, password: string): Promise<void>
  /** Notifies the owner by mail that a login of another site was bound or unbound. */
  mailOwner(userId: number, what: 'bound' | 'unbound', site: string): Promise<void>
}

export function createExternalSignIn(parts: AccountsParts): ExternalSignIn {
  const { clock, infoOf, mailer, sessions, signIn, tokens, users } = parts
  return {
    async signIn(userId, how) {
      const user = await requireUser(users, userId)
      if (user.disabled) throw new RefusalError('AccountDisabled')
      return signIn.open(user, { by: 'elsewhere', ...how })
    },
    async reissueToken(viewer) {
      const user = await requireUser(users, viewer.id)
      const now = nowSec(clock)
      const expiresAt = await sessions.expiryOf(viewer.sessionId)
      const lifetimeSec = Math.min(sessionLifetimeSec, expiresAt - now)
      const token = await tokens.issue({ userId: user.id, sessionId: viewer.sessionId, nowSec: now, lifetimeSec })
      return { user: await infoOf(user), token }
    },
    async authenticate({ username, password }, { address }) {
      return (await signIn.withPassword({ login: username, password, device: '', address }, null)).id
    },
    async registerWithCode({ email: typed, code, nickname }, inTransaction) {
      const email = parseEmail(typed)
      if (email === null) throw new RefusalError('EmailInvalid')
      const shown = parseNickname([...nickname].slice(0, 20).join('')) ?? ''
      const request = { name: '', nickname: shown, email, code, passwordHash: async () => '' }
      return (await registerWithCode(parts, request, inTransaction)).id
    },
    async confirmPassword(userId, password) {
      await signIn.confirmPassword(await requireUser(users, userId), password)
    },
    async mailOwner(userId, what, site) {
      const mail = what === 'bound' ? boundMail : unboundMail
      await mailOwner(mailer, await requireUser(users, userId), (to) => mail(to, site))
    },
    async hasPassword(userId) {
      return (await users.byId(userId))?.passwordHash !== ''
    },
  }
}
