import type { Events } from '../../platform/events/events.ts'
import type { SubjectRef } from './comment-store.ts'
import { commentsChanged } from './comments-events.ts'

/** The subjects that have comments, in memory: most titles have none, and their pages need not ask the database. */
export interface CommentedSubjects {
  /** False if the subject has no comments, as far as this process has heard. */
  has(subject: SubjectRef): Promise<boolean>
}

type Ids = Map<SubjectRef['kind'], Set<number>>

function add(ids: Ids, { kind, subjectId }: SubjectRef): void {
  const those = ids.get(kind) ?? new Set()
  ids.set(kind, those.add(subjectId))
}

const contains = (ids: Ids, { kind, subjectId }: SubjectRef): boolean => ids.get(kind)?.has(subjectId) === true

/**
 * Reads the subjects when they are first asked for, and again after events were lost. What events add meanwhile is stored
 * apart, because it may be missing in what is read.
 */
export function createCommentedSubjects(events: Events, list: () => Promise<SubjectRef[]>): CommentedSubjects {
  let read: Promise<Ids> | null = null
  let added: Ids = new Map()
  events.on(commentsChanged, (detail) => {
    if (detail) return add(added, { kind: detail.kind, subjectId: detail.id })
    read = null
    added = new Map()
  })
  const readAll = async (): Promise<Ids> => {
    const ids: Ids = new Map()
    for (const subject of await list()) add(ids, subject)
    return ids
  }
  return {
    async has(subject) {
      if (contains(added, subject)) return true
      const reading = (read ??= readAll())
      reading.catch(() => {
        if (read === reading) read = null
      })
      return contains(await reading, subject)
    },
  }
}
