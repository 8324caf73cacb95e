import { commentThread } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { CommentsParts } from '../comments-needs.ts'
import { composeThreads, loadThreads } from '../compose-comments.ts'
import { findComment, callerOf } from '../caller.ts'

export function mountCommentThread(registry: CallRegistry, parts: CommentsParts): void {
  mountCall(
    registry,
    commentThread,
    async ({ send: { id }, viewer, nowMs, refuse }) => {
      const nowSec = Math.floor(nowMs / 1000)
      const caller = await callerOf(parts, viewer)
      const requested = await findComment(parts, id, caller)
      if (!requested) return refuse('NoSuchComment')
      const root = requested.rootId === null ? requested : await parts.comments.visible(requested.rootId, caller)
      if (!root) return refuse('NoSuchComment')
      const threads = await loadThreads(parts, [root], caller)
      // A requested reply that is not among the first ones is appended to them.
      const isIncluded = requested === root || threads.replies.some(({ id: reply }) => reply === requested.id)
      const replies = isIncluded ? threads.replies : [...threads.replies, requested]
      const [thread] = await composeThreads(parts, { ...threads, replies }, { viewerId: caller.userId, nowSec })
      return thread ? { kind: root.kind, id: root.subjectId, thread } : refuse('NoSuchComment')
    },
    { versionOf: async ({ send: { id }, viewer }) => (viewer ? null : parts.versions.ofComment(id)) },
  )
}
