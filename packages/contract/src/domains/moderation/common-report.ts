import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { ReportReason, TextKind, textId } from './moderation.ts'

/** Reports a comment or a danmaku: once for each person. What many report is held until an operator has looked. */
export const commonReport = defineCall({
  name: 'commonReport',
  summary: 'Reports a comment or danmaku',
  method: 'POST',
  path: '/common/report',
  caller: 'user',
  send: z.object({ kind: TextKind, id: textId, reason: ReportReason }),
  reply: z.object({}),
  refusals: ['NoSuchComment', 'NoSuchDanmaku', 'AlreadyDone', 'TooSoon'],
})
