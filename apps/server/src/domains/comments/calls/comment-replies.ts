import { commentBounds, commentReplies } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { CommentsParts } from '../comments-needs.ts'
import { composeReplies } from '../compose-comments.ts'
import { findComment, callerOf } from '../caller.ts'
import { clampPage } from '../clamp-page.ts'

const { pageSize: size } = commentBounds

export function mountCommentReplies(registry: CallRegistry, parts: CommentsParts): void {
  mountCall(
    registry,
    commentReplies,
    async ({ send: { id, page }, viewer, nowMs, refuse }) => {
      const nowSec = Math.floor(nowMs / 1000)
      const caller = await callerOf(parts, viewer)
      const root = await findComment(parts, id, caller)
      if (!root || root.rootId !== null) return refuse('NoSuchComment')
      const { comments, total } = await parts.comments.replies(id, caller, clampPage(page, size))
      const list = await composeReplies(parts, comments, { viewerId: caller.userId, nowSec })
      return { list, total, page, size }
    },
    { versionOf: async ({ send: { id }, viewer }) => (viewer ? null : parts.versions.ofComment(id)) },
  )
}
