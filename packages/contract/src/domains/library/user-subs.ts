import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { Match } from '../matches/match.ts'

/** Subscribed matches, last subscribed first. */
export const userSubs = defineCall({
  name: 'userSubs',
  summary: 'The subscribed matches by pages',
  method: 'POST',
  path: '/pub/user/subs',
  caller: 'user',
  send: z.object({ page: z._default(bodyPage, 1), size: z._default(bodySize, 30) }),
  reply: pageOf(Match),
  refusals: [],
})
