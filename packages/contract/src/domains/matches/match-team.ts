import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId, sizeSegment } from '../../core/fields.ts'
import { Competition } from './competition.ts'
import { Match } from './match.ts'
import { Player, sportsPerViewer, Team } from './team.ts'

/** A team with its players and its matches. */
export const matchTeam = defineCall({
  name: 'matchTeam',
  summary: 'A team: next and last matches, players',
  method: 'GET',
  path: '/v1/pub/match/team/:id/:size',
  caller: 'visitor',
  perViewer: sportsPerViewer,
  send: z.object({ id: segmentId, size: sizeSegment }),
  reply: z.object({
    team: Team,
    /** The competitions that it plays in. */
    competitions: z.array(Competition),
    /** Running and coming matches, earliest first; at most `size`. */
    next: z.array(Match),
    /** How many there are, as `total` of lists. */
    nextTotal: z.int(),
    /** Latest first; at most `size`. */
    last: z.array(Match),
    lastTotal: z.int(),
    players: z.array(Player),
  }),
  refusals: ['NoSuchTeam'],
})
