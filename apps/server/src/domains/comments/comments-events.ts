import { CommentKind } from '@yunmu/contract'
import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** The comments of this subject changed: one was written, shown or removed. Thumbs are not announced. */
export const commentsChanged = defineEvent('comments.changed', z.object({ kind: CommentKind, id: z.int() }))
