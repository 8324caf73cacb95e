import { nowSec } from '../../platform/process/clock.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import type { AccountsParts } from './accounts-needs.ts'
import { loginRules } from './accounts-rules.ts'
import { deviceHash } from './device-token.ts'
import { loginPurse, placePurses } from './purses.ts'
import type { Purse } from './throttle-store.ts'
import type { User } from './user-store.ts'

/** Trying a password, with what it costs to be wrong. */
interface PasswordTrials {
  /** What a login is paid from: the device that the account knows, else what was typed and where from. */
  pursesOf(user: User | null, from: { login: string; device: string; address: string }): Promise<Purse[]>
  /**
   * Counts, tries, and takes back what was counted where it was right; the first purse is then emptied. `whose` is who
   * counts as one in the line. Refuses with LoginLocked.
   */
  tryPassword(
    purses: readonly Purse[],
    user: User | null,
    given: { password: string; whose: string | null },
  ): Promise<boolean>
}

type TrialNeeds = Pick<AccountsParts, 'clock' | 'devices' | 'throttle' | 'passwords'>

export function createPasswordTrials({ clock, devices, throttle, passwords }: TrialNeeds): PasswordTrials {
  return {
    async pursesOf(user, { login, device, address }) {
      const tokenHash = deviceHash(device)
      const asked = { tokenHash, userId: user?.id ?? 0, nowSec: nowSec(clock) }
      // Looked for whether there is such an account or not: 0 is nobody's number.
      if (device !== '' && (await devices.isKnown(asked)))
        return [{ key: `device ${tokenHash.toString('hex')}`, rule: loginRules.device }]
      return [loginPurse(login), ...placePurses('login', address, loginRules)]
    },

    async tryPassword(purses, user, { password, whose }) {
      const waitSec = await throttle.attempt(purses, nowSec(clock))
      if (waitSec > 0)
        throw new RefusalError('LoginLocked', { retryAfterSec: waitSec, detail: { retryAfterSec: waitSec } })
      const right = await passwords.verify(user?.passwordHash ?? '', password, whose).catch(async (err: unknown) => {
        // Turned away before it was looked at: no attempt.
        await throttle.giveBack(purses)
        throw err
      })
      if (!right) return false
      const [own, ...places] = purses
      if (own) await throttle.forget([own.key])
      await throttle.giveBack(places)
      return true
    },
  }
}
