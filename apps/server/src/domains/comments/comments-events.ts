import { CommentKind } from '@yunmu/contract'
import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** What stands under this is another now: something was written, shown, or taken away. Thumbs are not told of. */
export const commentsChanged = defineEvent('comments.changed', z.object({ kind: CommentKind, id: z.int() }))
