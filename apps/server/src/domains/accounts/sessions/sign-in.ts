import type { SignedIn } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { nowSec } from '../../../platform/process/clock.ts'
import type { Visitor } from '../../../platform/calls/mount-call.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { RefusalError } from '../../../platform/http/refusal-error.ts'
import { sessionsEnded } from '../accounts-events.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { loginRules, sessionLifetimeSec } from '../accounts-rules.ts'
import type { CaptchaAnswer } from '../captcha-gate.ts'
import type { AccountsTables, SessionEndReason } from '../accounts-tables.ts'
import { deviceName } from './device-name.ts'
import { isLegacyHash } from '../passwords/legacy-hashes.ts'
import { createPasswordAttempts } from '../passwords/password-attempts.ts'
import { addressBuckets, addressQueueKey, userQueueKey } from '../throttle/throttle-buckets.ts'
import { createSessionStore } from './session-store.ts'
import type { User } from '../user-store.ts'

/** Who tries to sign in, from where. */
interface LoginFrom {
  /** Name or e-mail address, as typed. */
  login: string
  /** The browser's device token; empty for none. */
  device: string
  address: string
}

interface OpenOptions {
  by: 'password' | 'elsewhere'
  visitor: Visitor
  single?: boolean
  inTransaction?: (tx: Kysely<AccountsTables>) => Promise<void>
}

/** Opens and ends sessions. */
export interface SignIn {
  /**
   * The account of a name or e-mail address and a password. After wrong passwords a captcha is demanded, unless `answer`
   * is null. Refuses with CaptchaNeeded, CaptchaWrong, LoginLocked, LoginWrong or AccountDisabled; all but the last take
   * the same time and give the same reply whether or not the account exists.
   */
  withPassword(given: LoginFrom & { password: string }, answer: CaptchaAnswer | null): Promise<User>
  /** Whether the next attempt needs a captcha. An empty login counts only for the client's address. */
  needsCaptcha(from: LoginFrom): Promise<boolean>
  /** Checks the password of a signed-in user. Refuses with LoginLocked or PasswordWrong. */
  confirmPassword(user: User, password: string): Promise<void>
  /**
   * Opens a session and returns its token. `single` ends the user's others. `inTransaction` runs in the same
   * transaction. With `by: 'password'` a password that has changed, or a disabled account, is refused with LoginWrong,
   * else with AccountDisabled.
   */
  open(user: User, options: OpenOptions): Promise<SignedIn>
  /** Ends the sessions of a user, except `exceptId`. Returns the number. */
  endSessions(userId: number, options: { exceptId: string | null; reason: SessionEndReason }): Promise<number>
}

type SignInNeeds = Pick<
  AccountsParts,
  | 'captchaGate'
  | 'clock'
  | 'db'
  | 'events'
  | 'infoOf'
  | 'tokens'
  | 'users'
  | 'sessions'
  | 'devices'
  | 'throttle'
  | 'passwords'
>

/**
 * Replaces the hash of an older system, whose password was proved. Of two logins at once the second takes the hash of the
 * first.
 */
async function replaceHash(
  { users, passwords }: Pick<SignInNeeds, 'users' | 'passwords'>,
  user: User,
  { password, queueKey }: { password: string; queueKey: string | null },
): Promise<User> {
  const to = await passwords.hash(password, queueKey)
  if (await users.changePassword(user.id, { from: user.passwordHash, to })) return { ...user, passwordHash: to }
  const fresh = await users.byId(user.id)
  if (!fresh || !(await passwords.verify(fresh.passwordHash, password, queueKey))) throw new RefusalError('LoginWrong')
  return fresh
}

export function createSignIn(parts: SignInNeeds): SignIn {
  const { captchaGate, clock, db, events, infoOf, tokens, users, sessions } = parts

  const { bucketsFor, tryPassword } = createPasswordAttempts(parts)

  return {
    async withPassword({ login, password, device, address }, answer) {
      const user = await users.byLogin(login)
      const buckets = await bucketsFor(user, { login, device, address })
      const countAttempt = answer && (async () => (await captchaGate.attempt(buckets, answer, address)).waitSec)
      const given = { password, queueKey: addressQueueKey(address), ...(countAttempt && { countAttempt }) }
      if (!(await tryPassword(buckets, user, given)) || !user) throw new RefusalError('LoginWrong')
      // The password may have changed while the request was queued.
      const fresh = await users.byId(user.id)
      if (fresh?.passwordHash !== user.passwordHash) throw new RefusalError('LoginWrong')
      if (fresh.disabled) throw new RefusalError('AccountDisabled')
      return isLegacyHash(fresh.passwordHash) ? replaceHash(parts, fresh, given) : fresh
    },

    async needsCaptcha({ login, device, address }) {
      // Only what is sent to sign in counts for an empty login, not everybody who has typed nothing yet.
      if (login.trim() === '') return captchaGate.isNeeded(addressBuckets('login', address, loginRules))
      return captchaGate.isNeeded(await bucketsFor(await users.byLogin(login), { login, device, address }))
    },

    async confirmPassword(user, password) {
      if (user.passwordHash === '') return
      const bucket = { key: `password ${user.id}`, rule: loginRules.account }
      if (!(await tryPassword([bucket], user, { password, queueKey: userQueueKey(user) })))
        throw new RefusalError('PasswordWrong')
    },

    async open(user, { by, visitor, single = false, inTransaction }) {
      const now = nowSec(clock)
      const expiresAt = now + sessionLifetimeSec
      const device = deviceName(visitor.agent)
      const network = networkOf(visitor.address)
      const passwordHash = by === 'password' ? user.passwordHash : null
      const session = { userId: user.id, device, network, nowSec: now, expiresAt, scope: 'full' as const, passwordHash }
      const sessionId = await db.transaction().execute(async (tx) => {
        const accountsTx = tx.withTables<AccountsTables>()
        const store = createSessionStore(accountsTx)
        const added = await store.add(session)
        if (added === null) throw new RefusalError(by === 'password' ? 'LoginWrong' : 'AccountDisabled')
        if (single) {
          await store.endAll(user.id, {
            exceptId: added,
            keepIssuedTokens: true,
            nowSec: now,
            reason: 'other login',
          })
          await events.announceIn(tx, sessionsEnded, { userIds: [user.id] })
        }
        await inTransaction?.(accountsTx)
        return added
      })
      if (single) events.announce(sessionsEnded, { userIds: [user.id] })
      const token = await tokens.issue({ userId: user.id, sessionId, nowSec: now, lifetimeSec: sessionLifetimeSec })
      return { user: await infoOf(user), token }
    },

    async endSessions(userId, { exceptId, reason }) {
      const ended = await sessions.endAll(userId, { exceptId, keepIssuedTokens: false, nowSec: nowSec(clock), reason })
      events.announce(sessionsEnded, { userIds: [userId] })
      return ended
    },
  }
}
