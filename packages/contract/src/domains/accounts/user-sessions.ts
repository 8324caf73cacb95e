import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'

/** One place where the account is signed in. Times in Unix seconds. */
export const UserSession = z.object({
  id: z.string(),
  /** Browser and system in words, or the name that the operator gave a token. */
  device: z.string(),
  /** The network, its last part left out. */
  network: z.string(),
  createdAt: z.int(),
  seenAt: z.int(),
  current: z.boolean(),
})
export type UserSession = z.output<typeof UserSession>

/** The sessions that are alive, the newest use first. */
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
