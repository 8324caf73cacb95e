import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Corrected } from './corrected.ts'

/** Undoes an act of the audit log, if what it made has not been changed since. */
export const consoleAuditUndo = defineCall({
  name: 'consoleAuditUndo',
  summary: 'Undoes an act',
  method: 'POST',
  path: '/console/audit/undo',
  caller: 'operator',
  send: z.object({ id: bodyId }),
  reply: Corrected,
  refusals: ['NoSuchEntry', 'CannotBeUndone', 'UndoneAlready', 'TooLateToUndo', 'ChangedSince'],
})
