import * as z from 'zod/mini'
import { maxId } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { bodyPage, bodySize, pageOf } from '../../core/fields.ts'
import { SportKey } from './sport-key.ts'
import { Team, sportsPerViewer } from './team.ts'

/** Teams of a sport and a competition, by name. Without them, all teams. */
export const liveTeams = defineCall({
  name: 'liveTeams',
  summary: 'Teams by sport and competition',
  method: 'POST',
  path: '/pub/live/teams',
  caller: 'visitor',
  perViewer: sportsPerViewer,
  send: z.object({
    sport: z.optional(SportKey),
    /** 0 is any. */
    competition: z._default(z.int().check(z.minimum(0), z.maximum(maxId)), 0),
    page: z._default(bodyPage, 1),
    size: z._default(bodySize, 30),
  }),
  reply: pageOf(Team),
  refusals: [],
})
