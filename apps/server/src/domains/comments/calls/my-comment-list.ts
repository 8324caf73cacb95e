import { myCommentList, totalCap } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { CommentsParts } from '../comments-needs.ts'
import { ownComments } from '../own-comments.ts'

export function mountMyCommentList(registry: CallRegistry, parts: CommentsParts): void {
  mountCall(registry, myCommentList, async ({ send: { page, size }, viewer, nowMs }) => {
    const { comments, total } = await parts.comments.pageByUser(viewer.id, { offset: (page - 1) * size, limit: size })
    const list = await ownComments(parts, comments, { userId: viewer.id, nowSec: Math.floor(nowMs / 1000) })
    return { list, total: Math.min(total, totalCap), page, size }
  })
}
