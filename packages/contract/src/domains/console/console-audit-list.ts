import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, bodySize, unixSeconds } from '../../core/fields.ts'
import { bodyName } from './corrected.ts'

/** What operators did, the newest first; the next page begins before the last id. With `id` one entry, and what it changed. */
export const consoleAuditList = defineCall({
  name: 'consoleAuditList',
  summary: 'Reads the audit log',
  method: 'POST',
  path: '/console/audit/list',
  caller: 'operator',
  send: z.object({
    id: z.optional(bodyId),
    subject: z.optional(bodyName),
    actor: z.optional(bodyName),
    beforeId: z.optional(bodyId),
    limit: z._default(bodySize, 20),
  }),
  reply: z.object({
    list: z.array(
      z.object({
        id: z.int(),
        atSec: unixSeconds,
        actor: z.string(),
        domain: z.string(),
        act: z.string(),
        subject: z.string(),
        /** As JSON, of an entry that is asked for by `id`; null did not exist. */
        before: z.optional(z.unknown()),
        after: z.optional(z.unknown()),
        undoUntilSec: z.nullable(unixSeconds),
        undoneBy: z.nullable(z.int()),
      }),
    ),
  }),
  refusals: [],
})
