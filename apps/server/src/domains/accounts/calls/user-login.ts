import { userLogin } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { nowSec } from '../../../platform/process/clock.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import type { AccountsTables } from '../accounts-tables.ts'
import { createDeviceStore } from '../sessions/device-store.ts'
import { hashDeviceToken, createDeviceToken } from '../sessions/device-token.ts'

/** Allows a household behind one address; passwords have limits of their own. */
const limit: RateLimit = { points: 120, perSec: 60 }

export function mountUserLogin(registry: CallRegistry, { captcha, clock, signIn }: AccountsParts): void {
  mountCall(
    registry,
    userLogin,
    async ({ send, visitor, refuse }) => {
      const { username: login, password, device = '', remember, single = false } = send
      if (!(await captcha.check(send.captcha_id, send.captcha, visitor.address))) return refuse('CaptchaWrong')
      const user = await signIn.withPassword({ login, password, device, address: visitor.address })
      const deviceToken = remember ? createDeviceToken() : ''
      const inTransaction = async (tx: Kysely<AccountsTables>): Promise<void> => {
        const devices = createDeviceStore(tx)
        if (remember)
          await devices.add({ tokenHash: hashDeviceToken(deviceToken), userId: user.id, nowSec: nowSec(clock) })
        // A browser keeps only its newest token; a device that is no longer to be remembered is removed.
        if (device !== '' && remember !== undefined)
          await devices.remove({ tokenHash: hashDeviceToken(device), userId: user.id })
      }
      return { ...(await signIn.open(user, { by: 'password', visitor, single, inTransaction })), device: deviceToken }
    },
    { limit, admittedAs: 'none' },
  )
}
