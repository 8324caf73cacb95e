import { CommentKind } from '@yunmu/contract'
import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** A password was set, changed or removed. */
export const locksChanged = defineEvent('locks.changed', z.object({ kind: CommentKind, id: z.int() }))
