import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** A session of the account. Times in Unix seconds. */
export const UserSession = z.object({
  id: z.string(),
  /** Names of browser and system, or the operator's name of a token. */
  device: z.string(),
  /** Network address without its last part. */
  network: z.string(),
  createdAt: z.int(),
  seenAt: z.int(),
  current: z.boolean(),
})
export type UserSession = z.output<typeof UserSession>

/** Active sessions, most recently used first. */
export const userSessions = defineCall({
  name: 'userSessions',
  summary: 'Where the account is signed in',
  method: 'POST',
  path: '/pub/user/sessions',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ list: z.array(UserSession) }),
  refusals: [],
})
