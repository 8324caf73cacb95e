import type { RefusalName } from '@yunmu/contract'
import { nowSec } from '../../../platform/process/clock.ts'
import { RefusalError } from '../../../platform/http/refusal-error.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { loginRules } from '../accounts-rules.ts'
import { hashDeviceToken } from '../sessions/device-token.ts'
import { loginBucket, addressBuckets } from '../throttle/throttle-buckets.ts'
import type { AccountVerdict } from './passwords.ts'
import type { Bucket } from '../throttle/throttle-store.ts'
import type { User } from '../user-store.ts'

/** Password attempts, counted by the throttle. */
interface PasswordAttempts {
  /**
   * The buckets of a login: that of the device if the account knows it, else those of the login name and the client's
   * address.
   */
  bucketsFor(user: User | null, from: { login: string; device: string; address: string }): Promise<Bucket[]>
  /**
   * Counts the attempt, verifies the password, and refunds the attempt if it was right; the first bucket is then reset.
   * `queueKey` names who shares a part of the queue. `countAttempt` counts in place of the throttle, and may refuse.
   * Refuses with LoginLocked.
   */
  tryPassword(
    buckets: readonly Bucket[],
    user: User | null,
    given: { password: string; queueKey: string | null; countAttempt?: () => Promise<number> },
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

    tryPassword: (buckets, user, given) =>
      verifyLimited({ clock, throttle }, buckets, {
        verify: () => passwords.verifyOfAccount(user?.passwordHash ?? '', given.password, given.queueKey),
        refusal: 'LoginLocked',
        ...(given.countAttempt && { countAttempt: given.countAttempt }),
      }),
  }
}

/**
 * Counts an attempt in the buckets and verifies the password. If it is right, the first bucket is reset and the attempt is
 * taken back from the others. `countAttempt` counts in place of the throttle, with the seconds to wait as result. Refuses
 * with `refusal` and the wait if a bucket is blocked, with Overloaded if `verify` is too busy.
 */
export async function verifyLimited(
  { clock, throttle }: Pick<AccountsParts, 'clock' | 'throttle'>,
  buckets: readonly Bucket[],
  {
    verify,
    refusal,
    countAttempt = () => throttle.attempt(buckets, nowSec(clock)),
  }: {
    /** Refuses before it has looked at the password. */
    verify: () => Promise<AccountVerdict>
    refusal: RefusalName
    countAttempt?: () => Promise<number>
  },
): Promise<boolean> {
  const waitSec = await countAttempt()
  if (waitSec > 0) throw new RefusalError(refusal, { retryAfterSec: waitSec, detail: { retryAfterSec: waitSec } })
  const verdict = await verify().catch(async (err: unknown) => {
    // Refused by the queue before the password was verified: not an attempt.
    await throttle.refund(buckets)
    throw err
  })
  // The attempt counts, because this tells that it is not the password of an account with a hash of our own.
  if (verdict === 'busy') throw new RefusalError('Overloaded', { retryAfterSec: 5 })
  if (!verdict) return false
  const [own, ...shared] = buckets
  if (own) await throttle.reset([own.key])
  await throttle.refund(shared)
  return true
}
