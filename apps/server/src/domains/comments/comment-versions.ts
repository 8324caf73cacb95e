import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events/events.ts'
import type { SubjectRef } from './comment-store.ts'
import { commentsChanged } from './comments-events.ts'

/** What visitors read of a talk is the same as long as its state has the same name. */
export interface CommentVersions {
  /** The state of what stands under something; null where nothing may be found there. */
  of(subject: SubjectRef): Promise<string | null>
  /** That of what a comment stands under; null where there is no such comment. */
  ofComment(id: number): Promise<string | null>
}

const maxSubjects = 20_000
const maxComments = 100_000

/** Knows from what is announced which talks have changed: a comment here is no reason to read all others anew. */
export function createCommentVersions(
  events: Events,
  needs: {
    isOpen(subject: SubjectRef): Promise<boolean>
    /** What a comment stands under, which is the same for ever. */
    subjectOf(id: number): Promise<SubjectRef | null>
  },
): CommentVersions {
  let lastVersion = 0
  /** What fell out of memory is another than it was: nothing of before is taken for it. */
  const versions = new LRUCache<string, number>({ max: maxSubjects })
  const subjects = new LRUCache<number, SubjectRef>({ max: maxComments })
  const keyOf = ({ kind, subjectId }: SubjectRef): string => `${kind} ${subjectId}`
  events.on(commentsChanged, (detail) => {
    if (detail === null) versions.clear()
    else versions.set(keyOf({ kind: detail.kind, subjectId: detail.id }), ++lastVersion)
  })
  const of: CommentVersions['of'] = async (subject) => {
    if (!(await needs.isOpen(subject))) return null
    const key = keyOf(subject)
    const version = versions.get(key) ?? ++lastVersion
    versions.set(key, version)
    return String(version)
  }
  return {
    of,
    async ofComment(id) {
      const subject = subjects.get(id) ?? (await needs.subjectOf(id))
      if (!subject) return null
      subjects.set(id, subject)
      return of(subject)
    },
  }
}
