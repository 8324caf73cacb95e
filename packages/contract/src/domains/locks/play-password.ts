import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { unixSeconds } from '../../core/fields.ts'
import { playFields, playRefusals } from '../media/play-token.ts'

/** Characters of a play password. The lower bound is the operator's, who sets it. */
export const playPasswordBounds = { min: 6, max: 64 } as const

/**
 * The password of a locked title, channel, source or line. The right one opens it for this browser session, which a cookie
 * identifies: `playToken` and all media addresses then work in this browser, and in no other. If a title and its source
 * are both locked, each is opened by a request of its own, the title first.
 */
export const playPassword = defineCall({
  name: 'playPassword',
  summary: 'Opens a locked title, channel, source or line for this browser',
  method: 'POST',
  path: '/pub/player/password',
  caller: 'visitor',
  send: z.object({
    ...playFields,
    password: z.string().check(z.minLength(1), z.maxLength(4 * playPasswordBounds.max)),
  }),
  reply: z.object({
    /** When the browser is asked again at the latest. It is asked earlier if its session ends. */
    until: unixSeconds,
  }),
  refusals: [...playRefusals, 'PlayPasswordWrong', 'PlayPasswordLocked'],
})
