import { commentBounds, commentList, totalCap } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { dependsLooselyOn, knowsLifetime } from '../../../platform/caching/collect-dependencies.ts'
import { commentsDependency } from '../comments-events.ts'
import type { SubjectRef } from '../comment-store.ts'
import type { CommentsParts } from '../comments-needs.ts'
import { composeThreads, loadThreads } from '../compose-comments.ts'
import { callerOf } from '../caller.ts'
import { clampPage } from '../clamp-page.ts'

const { pageSize: size } = commentBounds

type Count = (subject: SubjectRef) => Promise<number>

/** Above `totalCap` an exact count is not needed at once: each process caches it for a minute. */
function createCountCache({ comments }: Pick<CommentsParts, 'comments'>): Count {
  const counts = new LRUCache<string, { count: Promise<number> }>({ max: 1000, ttl: 60_000 })
  return (subject) => {
    const key = `${subject.kind} ${subject.subjectId}`
    const cached = counts.get(key) ?? { count: comments.countUnder(subject) }
    cached.count.catch(() => counts.delete(key))
    counts.set(key, cached, { noUpdateTTL: true })
    return cached.count
  }
}

export function mountCommentList(registry: CallRegistry, parts: CommentsParts): void {
  const cachedCount = createCountCache(parts)
  mountCall(
    registry,
    commentList,
    async ({ send: { kind, id, order, page }, viewer, nowMs }) => {
      const nowSec = Math.floor(nowMs / 1000)
      if (!(await parts.subjects.isVisible({ kind, id }))) return { list: [], total: 0, all: 0, page, size }
      const caller = await callerOf(parts, viewer)
      const subject = { kind, subjectId: id }
      dependsLooselyOn(commentsDependency(subject))
      // For a user the database is asked: the event of their own first comment may be on its way.
      if (!viewer && !(await parts.commented.has(subject))) {
        knowsLifetime()
        return { list: [], total: 0, all: 0, page, size }
      }
      const { comments, total, all } = await parts.comments.listUnder(subject, caller, {
        order,
        ...clampPage(page, size),
      })
      const threads = await loadThreads(parts, comments, caller)
      const list = await composeThreads(parts, threads, { viewerId: caller.userId, nowSec })
      return { list, total, all: total < totalCap ? all : await cachedCount(subject), page, size }
    },
    {
      versionOf: async ({ send: { kind, id }, viewer }) => (viewer ? null : parts.versions.of({ kind, subjectId: id })),
    },
  )
}
