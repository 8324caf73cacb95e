import { fastSince, needsCaptcha } from './comment-rules.ts'
import type { CommentsParts } from './comments-needs.ts'

/** Whether a user must solve a captcha before the next comment. */
export async function isCaptchaNeeded(
  { authors, comments }: Pick<CommentsParts, 'authors' | 'comments'>,
  userId: number,
  nowSec: number,
): Promise<boolean> {
  const [users, recentCount] = await Promise.all([
    authors([userId], nowSec),
    comments.countSince(userId, fastSince(nowSec)),
  ])
  return needsCaptcha({ joinedAt: users.get(userId)?.joinedAt ?? nowSec, recentCount }, nowSec)
}
