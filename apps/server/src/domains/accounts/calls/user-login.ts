import { userLogin } from '@yunmu/contract'
import { randomBytes } from 'node:crypto'
import { nowSec } from '../../../platform/clock.ts'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import type { RateLimit } from '../../../platform/rate-limits.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { deviceHash } from '../sign-in.ts'

/** A household behind one address; passwords have limits of their own. */
const limit: RateLimit = { points: 120, perSec: 60 }

export function mountUserLogin(book: CallBook, { captcha, clock, devices, signIn }: AccountsParts): void {
  mountCall(
    book,
    userLogin,
    async ({ send, visitor, refuse }) => {
      const { username: login, password, device = '', remember, single = false } = send
      if (!(await captcha.check(send.captcha_id, send.captcha, visitor.address))) return refuse('CaptchaWrong')
      const user = await signIn.withPassword({ login, password, device, address: visitor.address })
      const known = remember ? randomBytes(32).toString('base64url') : ''
      if (remember) await devices.add({ tokenHash: deviceHash(known), userId: user.id, nowSec: nowSec(clock) })
      // A browser is known by its newest token alone; one that is not to be known any more is forgotten.
      if (device !== '' && remember !== undefined)
        await devices.remove({ tokenHash: deviceHash(device), userId: user.id })
      return { ...(await signIn.open(user, { visitor, single })), device: known }
    },
    { limit },
  )
}
