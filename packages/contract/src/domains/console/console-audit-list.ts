import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId, bodySize, unixSeconds } from '../../core/fields.ts'
import { bodyName } from './corrected.ts'

/** What operators and importers did, the newest first; the next page begins before the last id. */
export const consoleAuditList = defineCall({
  name: 'consoleAuditList',
  summary: 'Reads the audit log',
  method: 'POST',
  path: '/console/audit/list',
  caller: 'operator',
  send: z.object({
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
        /** As JSON; null did not exist. */
        before: z.unknown(),
        after: z.unknown(),
        undoUntilSec: z.nullable(unixSeconds),
        undoneBy: z.nullable(z.int()),
      }),
    ),
  }),
  refusals: [],
})
