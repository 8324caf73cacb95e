import { LRUCache } from 'lru-cache'
import type { Events } from '../../platform/events/events.ts'
import type { SubjectRef } from './comment-store.ts'
import { commentsChanged, commentsMoved } from './comments-events.ts'

/** Versions for caching replies: as long as the version is the same, visitors get the same reply. */
export interface CommentVersions {
  /** The version of a subject's comments; null if the subject is not visible. */
  of(subject: SubjectRef): Promise<string | null>
  /** The version of the subject that a comment belongs to; null if there is no such comment. */
  ofComment(id: number): Promise<string | null>
}

const maxSubjects = 20_000
const maxComments = 100_000

/** Derives versions from events, so that a new comment invalidates only the replies of its own subject. */
export function createCommentVersions(
  events: Events,
  needs: {
    isOpen(subject: SubjectRef): Promise<boolean>
    /** The subject of a comment. It changes only with `commentsMoved`. */
    subjectOf(id: number): Promise<SubjectRef | null>
  },
): CommentVersions {
  let lastVersion = 0
  /** An evicted entry gets a new version, so that no older reply is taken for current. */
  const versions = new LRUCache<string, number>({ max: maxSubjects })
  const subjects = new LRUCache<number, SubjectRef>({ max: maxComments })
  const keyOf = ({ kind, subjectId }: SubjectRef): string => `${kind} ${subjectId}`
  events.on(commentsChanged, (detail) => {
    if (detail === null) versions.clear()
    else versions.set(keyOf({ kind: detail.kind, subjectId: detail.id }), ++lastVersion)
  })
  events.on(commentsMoved, () => {
    versions.clear()
    subjects.clear()
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
