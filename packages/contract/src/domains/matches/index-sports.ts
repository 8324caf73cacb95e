import * as z from 'zod/mini'
import { liveListCount } from '../../core/constants.ts'
import { defineCall } from '../../core/define-call.ts'
import { bodySize } from '../../core/fields.ts'
import { Competition } from './competition.ts'
import { Match } from './match.ts'
import { SportKey } from './sport-key.ts'
import { sportsPerViewer } from './team.ts'

/** Sports for the home page and the filters of the list of matches. */
export const indexSports = defineCall({
  name: 'indexSports',
  summary: 'Sports with their competitions, and the matches of the moment',
  method: 'POST',
  path: '/pub/index/sports',
  caller: 'visitor',
  perViewer: sportsPerViewer,
  send: z.object({ count: z._default(bodySize, liveListCount) }),
  reply: z.object({
    /** The sports that have matches. */
    sports: z.array(
      z.object({
        sport: SportKey,
        label: z.string(),
        /** Number of today's matches. */
        today: z.int(),
        competitions: z.array(Competition),
      }),
    ),
    /** Running matches by number of viewers, then the next ones, then the last results. */
    list: z.array(Match),
  }),
  refusals: [],
})
