import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { TextKind, textId } from './moderation.ts'

/** Approves or removes texts permanently. Texts deleted meanwhile are skipped. */
export const consoleModerationDecide = defineCall({
  name: 'consoleModerationDecide',
  summary: 'Shows or removes texts',
  method: 'POST',
  path: '/console/moderation/decide',
  caller: 'operator',
  send: z.object({
    items: z.array(z.object({ kind: TextKind, id: textId })).check(z.minLength(1), z.maxLength(100)),
    decision: z.enum(['show', 'remove']),
  }),
  reply: z.object({ decided: z.int() }),
  refusals: [],
})
