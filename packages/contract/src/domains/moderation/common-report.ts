import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { ReportReason, TextKind, textId } from './moderation.ts'

/**
 * Reports a comment or danmaku, once per user. Texts with many reports are held until an operator has reviewed them.
 */
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
