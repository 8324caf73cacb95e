import { commentBounds, commentList, totalCap } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { About } from '../comment-store.ts'
import type { CommentsParts } from '../comments-needs.ts'
import { composeThreads, talksOf } from '../compose-comments.ts'
import { isThere, onlookerOf } from '../onlooker.ts'
import { pageWithin } from '../pages.ts'

const { pageSize: size } = commentBounds

type Count = (about: About) => Promise<number>

/** Where there are very many, nobody misses the last of them: what all ask for is counted once a minute in each process. */
function countsOfMany({ comments }: Pick<CommentsParts, 'comments'>): Count {
  const counts = new LRUCache<string, { count: Promise<number> }>({ max: 1000, ttl: 60_000 })
  return (about) => {
    const key = `${about.kind} ${about.subjectId}`
    const kept = counts.get(key) ?? { count: comments.countUnder(about) }
    kept.count.catch(() => counts.delete(key))
    counts.set(key, kept, { noUpdateTTL: true })
    return kept.count
  }
}

export function mountCommentList(book: CallBook, parts: CommentsParts): void {
  const countMany = countsOfMany(parts)
  mountCall(
    book,
    commentList,
    async ({ send: { kind, id, order, page }, viewer, nowMs }) => {
      const nowSec = Math.floor(nowMs / 1000)
      if (!(await isThere(parts, { kind, id }, nowSec))) return { list: [], total: 0, all: 0, page, size }
      const onlooker = await onlookerOf(parts, viewer)
      const about = { kind, subjectId: id }
      const { comments, total, all } = await parts.comments.under(about, onlooker, { order, ...pageWithin(page, size) })
      const talks = await talksOf(parts, comments, onlooker)
      const list = await composeThreads(parts, talks, { viewerId: onlooker.userId, nowSec })
      return { list, total, all: total < totalCap ? all : await countMany(about), page, size }
    },
    { keptAs: async ({ send: { kind, id }, viewer }) => (viewer ? null : parts.states.of({ kind, subjectId: id })) },
  )
}
