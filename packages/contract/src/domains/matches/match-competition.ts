import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId, segmentIdOrAny, sizeSegment } from '../../core/fields.ts'
import { Competition, Season, Stage } from './competition.ts'
import { Match } from './match.ts'
import { Standings } from './standings.ts'
import { sportsPerViewer } from './team.ts'

/**
 * A competition with the matches and tables of one season; `season` 0 is the current one. Pages show some matches first,
 * and ask for more when a reader wants them.
 */
export const matchCompetition = defineCall({
  name: 'matchCompetition',
  summary: 'A competition: fixtures, results, standings',
  method: 'GET',
  path: '/v1/pub/match/competition/:id/:season/:size',
  caller: 'visitor',
  perViewer: sportsPerViewer,
  send: z.object({ id: segmentId, season: segmentIdOrAny, size: sizeSegment }),
  reply: z.object({
    competition: Competition,
    /** Newest first. */
    seasons: z.array(Season),
    /** The season shown; 0 if there is none. */
    season: z.int(),
    /** The season that is shown without asking for one: the newest that has begun; 0 if there is none. */
    currentSeason: z.int(),
    stages: z.array(Stage),
    /** Running and coming matches, earliest first; at most `size`. */
    fixtures: z.array(Match),
    /** How many there are, as `total` of lists. */
    fixturesTotal: z.int(),
    /** Matches that are over, latest first; at most `size`. */
    results: z.array(Match),
    resultsTotal: z.int(),
    standings: z.array(Standings),
  }),
  refusals: ['NoSuchCompetition'],
})
