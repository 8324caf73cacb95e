import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'

/** Follows a team or a competition, or ends that. */
export const matchFollow = defineCall({
  name: 'matchFollow',
  summary: 'Follows a team or a competition',
  method: 'POST',
  path: '/pub/match/follow',
  caller: 'user',
  send: z.object({ kind: z.enum(['team', 'competition']), id: bodyId, on: z.boolean() }),
  reply: z.object({}),
  refusals: ['NoSuchTeam', 'NoSuchCompetition', 'TooManySportsFollows', 'AlreadyDone'],
})
