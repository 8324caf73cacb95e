import { burstSinceMs, isBurst } from './comment-rules.ts'
import type { CommentsParts } from './comments-needs.ts'

/** Whether a user at an address must solve a captcha before the next comment. */
export async function isCaptchaNeeded(
  { authors, moderation }: Pick<CommentsParts, 'authors' | 'moderation'>,
  { userId, address, nowMs }: { userId: number; address: string; nowMs: number },
): Promise<boolean> {
  const nowSec = Math.floor(nowMs / 1000)
  const [users, counts] = await Promise.all([
    authors([userId], nowSec),
    moderation.recentCounts({ kind: 'comment', userId, address }, burstSinceMs(nowMs)),
  ])
  return isBurst(counts, { joinedAt: users.get(userId)?.joinedAt ?? nowSec, nowSec })
}
