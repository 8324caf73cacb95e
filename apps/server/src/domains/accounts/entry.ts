import type { SignedIn } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { nowSec } from '../../platform/process/clock.ts'
import type { Visitor } from '../../platform/calls/mount-call.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import type { Viewer } from '../../platform/calls/viewer.ts'
import { boundMail, tellOwner, unboundMail } from './account-mails.ts'
import type { AccountsParts } from './accounts-needs.ts'
import { readEmail, readNickname, sessionLifetimeSec } from './accounts-rules.ts'
import { ownUser } from './own-user.ts'
import { registerWithCode } from './register-with-code.ts'
import { userInfoOf } from './user-info.ts'

/** Ways into an account for who was recognised elsewhere. What is refused is thrown as a refusal of the contract. */
export interface Entry {
  /** Begins a session; `single` ends the others. Refuses with AccountDisabled. */
  signIn(userId: number, how: { visitor: Visitor; single: boolean }): Promise<SignedIn>
  /** The session that is there already, told once more. */
  stay(viewer: Viewer): Promise<SignedIn>
  /** Whose name and password these are. Refuses with LoginWrong, LoginLocked or AccountDisabled. */
  passwordOwner(login: { username: string; password: string }, visitor: Visitor): Promise<number>
  /**
   * Makes an account without a password, for who has read the code in the mail. `join` happens together with it: what it
   * throws undoes the account and leaves the code. Refuses with EmailInvalid, EmailTaken or CodeWrong.
   */
  registerWithCode(
    wish: { email: string; code: string; nickname: string },
    join: (tx: Kysely<unknown>, userId: number) => Promise<void>,
  ): Promise<number>
  hasPassword(userId: number): Promise<boolean>
  /** Whether somebody who is signed in knows the password, where the account has one. Refuses with PasswordWrong or LoginLocked. */
  confirmPassword(userId: number, password: string): Promise<void>
  /** Tells the owner by mail that a login of another site opens the account from now on, or no more. */
  tell(userId: number, what: 'bound' | 'unbound', site: string): Promise<void>
}

export function createEntry(parts: AccountsParts): Entry {
  const { clock, post, sessions, signIn, tokens, users } = parts
  return {
    async signIn(userId, how) {
      const user = await ownUser(users, userId)
      if (user.disabled) throw new RefusalError('AccountDisabled')
      return signIn.open(user, { by: 'elsewhere', ...how })
    },
    async stay(viewer) {
      const user = await ownUser(users, viewer.id)
      const now = nowSec(clock)
      const expiresAt = await sessions.expiryOf(viewer.sessionId)
      const lifetimeSec = Math.min(sessionLifetimeSec, expiresAt - now)
      const token = await tokens.issue({ userId: user.id, sessionId: viewer.sessionId, nowSec: now, lifetimeSec })
      return { user: userInfoOf(user), token }
    },
    async passwordOwner({ username, password }, { address }) {
      return (await signIn.withPassword({ login: username, password, device: '', address })).id
    },
    async registerWithCode({ email: typed, code, nickname }, join) {
      const email = readEmail(typed)
      if (email === null) throw new RefusalError('EmailInvalid')
      const shown = readNickname([...nickname].slice(0, 20).join('')) ?? ''
      const wish = { name: '', nickname: shown, email, code, passwordHash: async () => '' }
      return (await registerWithCode(parts, wish, join)).id
    },
    async confirmPassword(userId, password) {
      await signIn.confirmPassword(await ownUser(users, userId), password)
    },
    async tell(userId, what, site) {
      const mail = what === 'bound' ? boundMail : unboundMail
      await tellOwner(post, await ownUser(users, userId), (to) => mail(to, site))
    },
    async hasPassword(userId) {
      return (await users.byId(userId))?.passwordHash !== ''
    },
  }
}
