import { CommentKind } from '@yunmu/contract'
import * as z from 'zod/mini'
import type { ChangeLog } from '../../platform/caching/change-log.ts'
import { defineEvent, type Events } from '../../platform/events/events.ts'
import type { Clock } from '../../platform/process/clock.ts'
import type { SubjectRef } from './comment-store.ts'

/** The comments of this subject changed: one was written, shown or removed. Thumbs are not announced. */
export const commentsChanged = defineEvent('comments.changed', z.object({ kind: CommentKind, id: z.int() }))

/** The comments of a title moved to another. */
export const commentsMoved = defineEvent('comments.moved', z.object({ from: z.int(), to: z.int() }))

/** The dependency of cached values that show the comments of a subject. */
export const commentsDependency = ({ kind, subjectId }: SubjectRef): string => `comments:${kind}:${subjectId}`

/** Records changed comments in the change log. */
export function recordCommentChanges(needs: { events: Events; changes: ChangeLog; clock: Clock }): void {
  const { events, changes, clock } = needs
  events.on(commentsChanged, (detail) => {
    if (detail) changes.changed([commentsDependency({ kind: detail.kind, subjectId: detail.id })], clock.nowMs())
    else changes.groupsChanged(['comments'], clock.nowMs())
  })
  events.on(commentsMoved, (detail) => {
    if (!detail) return changes.groupsChanged(['comments'], clock.nowMs())
    const both = [detail.from, detail.to].map((subjectId) => commentsDependency({ kind: 'vod', subjectId }))
    changes.changed(both, clock.nowMs())
  })
}
