import { commentDelete } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { CommentsParts } from '../comments-needs.ts'
import { announceRemoved } from '../texts.ts'

export function mountCommentDelete(registry: CallRegistry, parts: CommentsParts): void {
  mountCall(registry, commentDelete, async ({ send: { id }, viewer, refuse }) => {
    const removed = await parts.writer.remove([id], { userId: viewer.id })
    if (removed.length === 0) return refuse('NoSuchComment')
    await announceRemoved(parts, removed)
    return {}
  })
}
