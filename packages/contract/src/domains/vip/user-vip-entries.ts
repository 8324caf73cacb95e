import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { unixSeconds } from '../../core/fields.ts'

/** What may give or end a membership besides orders. */
export const vipEntryKinds = ['redeem', 'gift', 'trial', 'revoke', 'import'] as const

/** Time of a membership that no order gave. */
export const VipEntry = z.object({
  kind: z.enum(vipEntryKinds),
  /** Seconds; null is a membership without an end, or, of `revoke`, all that was left. */
  seconds: z.nullable(z.int()),
  createdAt: unixSeconds,
})
export type VipEntry = z.output<typeof VipEntry>

/** What codes, gifts and trials gave the caller, newest first. */
export const userVipEntries = defineCall({
  name: 'userVipEntries',
  summary: 'Membership that no order gave',
  method: 'POST',
  path: '/pub/user/vip/entries',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ list: z.array(VipEntry) }),
  refusals: [],
})
