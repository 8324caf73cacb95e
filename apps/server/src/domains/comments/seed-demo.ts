import { commentsChanged } from './comments-events.ts'
import type { CommentsParts } from './comments-needs.ts'

/** A comment of the demonstration programme. Times are Unix seconds. */
export interface DemoComment {
  userId: number
  text: string
  createdSec: number
  likedBy: readonly number[]
  /** Replies to this one, in their order. */
  answers: readonly DemoComment[]
}

export interface DemoThread {
  titleId: number
  comments: readonly DemoComment[]
}

type DemoParts = Pick<CommentsParts, 'comments' | 'events' | 'thumbs' | 'writer'>

/** Adds comments of the demonstration programme's users, unless they have written already. */
export async function seedDemo(parts: DemoParts, threads: readonly DemoThread[]): Promise<void> {
  const writers = new Set(threads.flatMap(({ comments }) => comments.map(({ userId }) => userId)))
  for (const userId of writers) if ((await parts.comments.countSince(userId, 0)) > 0) return
  for (const { titleId, comments } of threads) {
    for (const comment of comments) await seedComment(parts, titleId, comment, null)
    parts.events.announce(commentsChanged, { kind: 'vod', id: titleId })
  }
}

async function seedComment(
  parts: DemoParts,
  titleId: number,
  comment: DemoComment,
  replyTo: number | null,
): Promise<void> {
  const { userId, text: content, createdSec: nowSec, likedBy, answers } = comment
  const row = { userId, kind: 'vod', subjectId: titleId, replyTo, content, state: 'shown', found: '', nowSec } as const
  const id = await parts.writer.add(row)
  if (id === null) return
  for (const likerId of likedBy) await parts.thumbs.toggle(id, likerId, 'up')
  for (const answer of answers) await seedComment(parts, titleId, answer, id)
}
