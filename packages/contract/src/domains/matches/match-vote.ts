import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { bodyId } from '../../core/fields.ts'
import { Votes } from './match-detail.ts'
import { Side } from './match-event.ts'

/** Supports a side, until the match is over. A second vote replaces the first. */
export const matchVote = defineCall({
  name: 'matchVote',
  summary: 'Supports a side of a match',
  method: 'POST',
  path: '/pub/match/vote',
  caller: 'user',
  send: z.object({ id: bodyId, side: Side }),
  reply: Votes,
  refusals: ['NoSuchMatch', 'MatchOver', 'AlreadyDone'],
})
