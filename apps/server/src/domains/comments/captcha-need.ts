import { fastSince, needsCaptcha } from './comment-rules.ts'
import type { CommentsParts } from './comments-needs.ts'

/** Whether somebody has to read a picture before the next comment. */
export async function isCaptchaNeeded(
  { authors, comments }: Pick<CommentsParts, 'authors' | 'comments'>,
  userId: number,
  nowSec: number,
): Promise<boolean> {
  const [people, lately] = await Promise.all([
    authors([userId], nowSec),
    comments.countSince(userId, fastSince(nowSec)),
  ])
  return needsCaptcha({ joinedAt: people.get(userId)?.joinedAt ?? nowSec, lately }, nowSec)
}
