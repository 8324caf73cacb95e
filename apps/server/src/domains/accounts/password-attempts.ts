import { nowSec } from '../../platform/process/clock.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import type { AccountsParts } from './accounts-needs.ts'
import { loginRules } from './accounts-rules.ts'
import { hashDeviceToken } from './device-token.ts'
import { loginBucket, addressBuckets } from './throttle-buckets.ts'
import type { Bucket } from './throttle-store.ts'
import type { User } from './user-store.ts'

/** Trying a password, with what it costs to be wrong. */
interface PasswordAttempts {
  /** What a login is paid from: the device that the account knows, else what was typed and where from. */
  bucketsFor(user: User | null, from: { login: string; device: string; address: string }): Promise<Bucket[]>
  /**
   * Counts, tries, and takes back what was counted where it was right; the first purse is then emptied. `whose` is who
   * counts as one in the line. Refuses with LoginLocked.
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
      // Looked for whether there is such an account or not: 0 is nobody's number.
      if (device !== '' && (await devices.isKnown(lookedUp)))
        return [{ key: `device ${tokenHash.toString('hex')}`, rule: loginRules.device }]
      return [loginBucket(login), ...addressBuckets('login', address, loginRules)]
    },

    async tryPassword(buckets, user, { password, queueKey }) {
      const waitSec = await throttle.attempt(buckets, nowSec(clock))
      if (waitSec > 0)
        throw new RefusalError('LoginLocked', { retryAfterSec: waitSec, detail: { retryAfterSec: waitSec } })
      const right = await passwords.verify(user?.passwordHash ?? '', password, queueKey).catch(async (err: unknown) => {
        // Turned away before it was looked at: no attempt.
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
