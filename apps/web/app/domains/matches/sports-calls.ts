import type { CallName, SendTo } from '../../lib/calls/calls.ts'

/** Sports and the matches of the moment. The home page and the list of matches use the same reply. */
export const sportsCall = { count: 5 } as const satisfies SendTo<'indexSports'>

/** Calls whose replies say which matches, teams and competitions the viewer subscribed to or follows. */
const callsOfViewer = [
  'matchDetail',
  'liveList',
  'liveTeams',
  'indexSports',
  'matchCompetition',
  'matchTeam',
  'matchFollows',
  'userSubs',
] as const satisfies readonly CallName[]

/** Prefixes of the keys of those calls in the cache. */
export const callsWithMatches: readonly string[] = callsOfViewer.map((name) => `${name} `)
