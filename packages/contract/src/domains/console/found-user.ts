import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/** A user as operators find it. */
export const FoundUser = z.object({
  id: z.int(),
  name: z.string(),
  nickname: z.string(),
  email: z.nullable(z.string()),
  groupId: z.int(),
  /** When VIP ends; 0 if it never ends, or the user never was a VIP. */
  userEndTime: z.int(),
  authorityId: z.int(),
  disabled: z.boolean(),
  createdAt: unixSeconds,
  /** When the account is deleted, as its owner asked; 0 if not. */
  leaveAt: z.int(),
})
