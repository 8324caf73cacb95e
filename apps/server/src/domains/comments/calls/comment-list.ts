import { commentBounds, commentList, totalCap } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import { commentsChanged } from '../comments-events.ts'
import type { CommentsParts } from '../comments-needs.ts'
import { composeThreads } from '../compose-comments.ts'
import { isThere, onlookerOf } from '../onlooker.ts'
import { pageWithin } from '../pages.ts'

const { pageSize: size, repliesShown } = commentBounds

export function mountCommentList(book: CallBook, parts: CommentsParts): void {
  mountCall(
    book,
    commentList,
    async ({ send: { kind, id, order, page }, viewer, nowMs }) => {
      const nowSec = Math.floor(nowMs / 1000)
      if (!(await isThere(parts, { kind, id }, nowSec))) return { list: [], total: 0, all: 0, page, size }
      const onlooker = await onlookerOf(parts, viewer)
      const about = { kind, subjectId: id }
      const { comments, total, all } = await parts.comments.under(about, onlooker, { order, ...pageWithin(page, size) })
      // Of what is held the counts know nothing: who is signed in may have such an answer anywhere.
      const asked = viewer === null ? comments.filter(({ replyCount }) => replyCount > 0) : comments
      const replies = await parts.comments.firstReplies(
        asked.map((comment) => comment.id),
        onlooker,
        repliesShown,
      )
      const list = await composeThreads(parts, { comments, replies }, { viewerId: onlooker.userId, nowSec })
      return { list, total: Math.min(total, totalCap), all, page, size }
    },
    { cachedUntil: [commentsChanged] },
  )
}
