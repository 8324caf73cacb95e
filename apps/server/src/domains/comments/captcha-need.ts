import { burstSinceMs, isBurst } from './comment-rules.ts'
import type { CommentsParts, TextCounts } from './comments-needs.ts'

/** Decides whether the next comment needs a captcha, by what was written since a time. */
export interface CaptchaRule {
  sinceMs: number
  isNeeded(written: TextCounts): boolean
}

/** The rule for a user, which is stricter on the first day. */
export async function captchaRuleFor(
  { authors }: Pick<CommentsParts, 'authors'>,
  { userId, nowMs }: { userId: number; nowMs: number },
): Promise<CaptchaRule> {
  const nowSec = Math.floor(nowMs / 1000)
  const joinedAt = (await authors([userId], nowSec)).get(userId)?.joinedAt ?? nowSec
  return { sinceMs: burstSinceMs(nowMs), isNeeded: (written) => isBurst(written, { joinedAt, nowSec }) }
}

/** Whether a user at an address must solve a captcha before the next comment. */
export async function isCaptchaNeeded(
  { moderation }: Pick<CommentsParts, 'moderation'>,
  rule: CaptchaRule,
  from: { userId: number; address: string },
): Promise<boolean> {
  return rule.isNeeded(await moderation.recentCounts({ kind: 'comment', ...from }, rule.sinceMs))
}
