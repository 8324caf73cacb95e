import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId } from '../../core/fields.ts'
import { Competition } from './competition.ts'
import { Match } from './match.ts'
import { Player, sportsPerViewer, Team } from './team.ts'

/** A team with its players and its matches. */
export const matchTeam = defineCall({
  name: 'matchTeam',
  summary: 'A team: next and last matches, players',
  method: 'GET',
  path: '/v1/pub/match/team/:id',
  caller: 'visitor',
  perViewer: sportsPerViewer,
  send: z.object({ id: segmentId }),
  reply: z.object({
    team: Team,
    /** The competitions that it plays in. */
    competitions: z.array(Competition),
    /** Running and coming matches, earliest first; at most 20. */
    next: z.array(Match),
    /** Latest first; at most 20. */
    last: z.array(Match),
    players: z.array(Player),
  }),
  refusals: ['NoSuchTeam'],
})
