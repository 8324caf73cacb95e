import { captcha } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { AccountsParts } from '../accounts-needs.ts'
import { parseEmail } from '../accounts-rules.ts'

/** Allows several retries of a misread picture; drawing takes some milliseconds each. */
const limit: RateLimit = { points: 40, perSec: 60 }

export function mountCaptcha(registry: CallRegistry, { captcha: captchas, codes, signIn }: AccountsParts): void {
  mountCall(
    registry,
    captcha,
    async ({ send: { purpose, account = '', device = '' }, visitor: { address } }) => {
      const isNeeded =
        purpose === undefined ||
        (purpose === 'login'
          ? await signIn.needsCaptcha({ login: account, device, address })
          : await codes.needCaptcha({ purpose, email: parseEmail(account) ?? '' }, address))
      if (!isNeeded) return { needed: false, captchaId: '', picPath: '' }
      return { needed: true, ...(await captchas.create(address)) }
    },
    { limit },
  )
}
