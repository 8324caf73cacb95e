import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { Competition } from './competition.ts'
import { Team } from './team.ts'

/** The teams and competitions that the caller follows, by name. None while the site shows no matches. */
export const matchFollows = defineCall({
  name: 'matchFollows',
  summary: 'Followed teams and competitions',
  method: 'POST',
  path: '/pub/match/follows',
  caller: 'user',
  send: z.object({}),
  reply: z.object({ teams: z.array(Team), competitions: z.array(Competition) }),
  refusals: [],
})
