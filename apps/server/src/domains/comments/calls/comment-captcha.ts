import { commentCaptcha } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RateLimit } from '../../../platform/http/rate-limits.ts'
import { captchaRuleFor, isCaptchaNeeded } from '../captcha-need.ts'
import type { CommentsParts } from '../comments-needs.ts'

/** Allows several retries of a misread picture, as for every captcha. */
const limit: RateLimit = { points: 40, perSec: 60 }

export function mountCommentCaptcha(registry: CallRegistry, parts: CommentsParts): void {
  mountCall(
    registry,
    commentCaptcha,
    async ({ viewer, visitor, nowMs }) => {
      const rule = await captchaRuleFor(parts, { userId: viewer.id, nowMs })
      if (!(await isCaptchaNeeded(parts, rule, { userId: viewer.id, address: visitor.address })))
        return { needed: false, captchaId: '', picPath: '' }
      return { needed: true, ...(await parts.captcha.create(visitor.address)) }
    },
    { limit },
  )
}
