import { captcha } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import type { Captcha } from '../index.ts'

/** Allows several retries of a misread picture; drawing takes some milliseconds each. */
const limit: RateLimit = { points: 40, perSec: 60 }

export function mountCaptcha(registry: CallRegistry, { create }: Pick<Captcha, 'create'>): void {
  mountCall(
    registry,
    captcha,
    async ({ visitor }) => {
      const { captchaId, png } = await create(visitor.address)
      return { captchaId, picPath: `data:image/png;base64,${png.toString('base64')}` }
    },
    { limit },
  )
}
