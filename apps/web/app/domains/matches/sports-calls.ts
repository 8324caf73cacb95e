import type { SendTo } from '../../lib/calls/calls.ts'

/** Sports and the matches of the moment. The home page and the list of matches use the same reply. */
export const sportsCall = { count: 5 } as const satisfies SendTo<'indexSports'>
