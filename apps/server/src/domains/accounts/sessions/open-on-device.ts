import type { SignedIn } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { nowSec } from '../../../platform/process/clock.ts'
import type { Visitor } from '../../../platform/calls/mount-call.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import type { AccountsTables } from '../accounts-tables.ts'
import type { User } from '../user-store.ts'
import { createDeviceStore } from './device-store.ts'
import { createDeviceToken, hashDeviceToken } from './device-token.ts'

interface OpenOnDevice {
  visitor: Visitor
  /** Whether the account is to know the browser from now on; undefined changes nothing. */
  remember: boolean | undefined
  /** The device token that the browser has; empty for none. */
  device?: string
  single?: boolean
}

/** Opens a session after a password was entered or chosen, and makes the browser known, or no longer, to the account. */
export async function openOnDevice(
  { clock, signIn }: Pick<AccountsParts, 'clock' | 'signIn'>,
  user: User,
  { visitor, remember, device = '', single = false }: OpenOnDevice,
): Promise<SignedIn & { device: string }> {
  const deviceToken = remember ? createDeviceToken() : ''
  const inTransaction = async (tx: Kysely<AccountsTables>): Promise<void> => {
    const devices = createDeviceStore(tx)
    if (remember) await devices.add({ tokenHash: hashDeviceToken(deviceToken), userId: user.id, nowSec: nowSec(clock) })
    // A browser keeps only its newest token; a device that is no longer to be remembered is removed.
    if (device !== '' && remember !== undefined)
      await devices.remove({ tokenHash: hashDeviceToken(device), userId: user.id })
  }
  return { ...(await signIn.open(user, { by: 'password', visitor, single, inTransaction })), device: deviceToken }
}
