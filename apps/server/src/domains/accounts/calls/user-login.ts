import { userLogin } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { openOnDevice } from '../sessions/open-on-device.ts'

/** Allows a household behind one address; passwords have limits of their own. */
const limit: RateLimit = { points: 120, perSec: 60 }

export function mountUserLogin(registry: CallRegistry, parts: AccountsParts): void {
  mountCall(
    registry,
    userLogin,
    async ({ send, visitor }) => {
      const { username: login, password, device = '', remember, single = false } = send
      const user = await parts.signIn.withPassword({ login, password, device, address: visitor.address }, send)
      return openOnDevice(parts, user, { visitor, remember, device, single })
    },
    { limit, admittedAs: 'none' },
  )
}
