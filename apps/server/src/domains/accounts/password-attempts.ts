import { nowSec } from '../../platform/process/clock.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import type { AccountsParts } from './accounts-needs.ts'
import { loginRules } from './accounts-rules.ts'
import { hashDeviceToken } from './device-token.ts'
import { loginBucket, addressBuckets } from './throttle-buckets.ts'
import type { Bucket } from './throttle-store.ts'
import type { User } from './user-store.ts'

/** Password attempts, counted by the throttle. */
interface PasswordAttempts {
  /**
   * The buckets of a login: that of the device if the account knows it, else those of the login name and the client's
   * address.
   */
  bucketsFor(user: User | null, from: { login: string; device: string; address: string }): Promise<Bucket[]>
  /**
   * Counts the attempt, verifies the password, and refunds the attempt if it was right; the first bucket is then reset.
   * `queueKey` names who shares a part of the queue. Refuses with LoginLocked.
   */
  tryPassword(
    buckets: readonly Bucket[],
    user: User | null,
    given: { password: string; queueKey: string | null },
  ): Promise<boolean>
}

type AttemptNeeds = Pick<AccountsParts, 'clock' | 'devices' | 'throttle' | 'passwords'>

export function createPasswordAttempts({ clock, devices, throttle, passwords }: AttemptNeeds): PasswordAttempts {
  return {
    async bucketsFor(user, { login, device, address }) {
      const tokenHash = hashDeviceToken(device)
      const lookedUp = { tokenHash, userId: user?.id ?? 0, nowSec: nowSec(clock) }
      // Queried whether or not the account exists, so that the time does not tell: no user has the id 0.
      if (device !== '' && (await devices.isKnown(lookedUp)))
        return [{ key: `device ${tokenHash.toString('hex')}`, rule: loginRules.device }]
      return [loginBucket(login), ...addressBuckets('login', address, loginRules)]
    },

    async tryPassword(buckets, user, { password, queueKey }) {
      const waitSec = await throttle.attempt(buckets, nowSec(clock))
      if (waitSec > 0)
        throw new RefusalError('LoginLocked', { retryAfterSec: waitSec, detail: { retryAfterSec: waitSec } })
      const right = await passwords.verify(user?.passwordHash ?? '', password, queueKey).catch(async (err: unknown) => {
        // Refused by the queue before the password was verified: not an attempt.
        await throttle.refund(buckets)
        throw err
      })
      if (!right) return false
      const [accountBucket, ...addressBuckets] = buckets
      if (accountBucket) await throttle.reset([accountBucket.key])
      await throttle.refund(addressBuckets)
      return true
    },
  }
}
