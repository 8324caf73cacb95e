import { commentThread } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { CommentsParts } from '../comments-needs.ts'
import { composeThreads, talksOf } from '../compose-comments.ts'
import { findComment, onlookerOf } from '../onlooker.ts'

export function mountCommentThread(book: CallBook, parts: CommentsParts): void {
  mountCall(
    book,
    commentThread,
    async ({ send: { id }, viewer, nowMs, refuse }) => {
      const nowSec = Math.floor(nowMs / 1000)
      const onlooker = await onlookerOf(parts, viewer)
      const asked = await findComment(parts, id, { onlooker, nowSec })
      if (!asked) return refuse('NoSuchComment')
      const root = asked.rootId === null ? asked : await parts.comments.visible(asked.rootId, onlooker)
      if (!root) return refuse('NoSuchComment')
      const talks = await talksOf(parts, [root], onlooker)
      // Who comes for an answer far down finds it behind the first ones.
      const isAmong = asked === root || talks.replies.some(({ id: reply }) => reply === asked.id)
      const replies = isAmong ? talks.replies : [...talks.replies, asked]
      const [thread] = await composeThreads(parts, { ...talks, replies }, { viewerId: onlooker.userId, nowSec })
      return thread ? { kind: root.kind, id: root.subjectId, thread } : refuse('NoSuchComment')
    },
    { keptAs: async ({ send: { id }, viewer }) => (viewer ? null : parts.states.ofComment(id)) },
  )
}
