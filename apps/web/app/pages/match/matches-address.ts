import { anyMatch } from '@yunmu/contract'
import { isCalendarDay } from '@yunmu/contract/constants'
import type { SendTo } from '../../lib/calls/calls.ts'
import { matchChoices, readNumber, sportKeys, type MatchesParams } from '../../lib/urls.ts'

/** Parses the query of the list of matches. Unknown values are dropped. */
export function readMatchesAddress(search: URLSearchParams): MatchesParams {
  const day = search.get('day')
  return {
    day: day !== null && isCalendarDay(day) ? day : undefined,
    sport: sportKeys.find((sport) => sport === search.get('sport')),
    competition: readNumber(search.get('competition')) ?? undefined,
    state: matchChoices.find((choice) => choice === search.get('state')),
    team: readNumber(search.get('team')) ?? undefined,
  }
}

/** Matches of a page of the list. */
export const listSize = 100

/** States in calls. What the viewer subscribed to is chosen from all. */
const stateNumbers = { upcoming: 1, live: 2, over: 3, mine: 0 } as const

/** Input of the list's call. Matches of one team are of any day unless the address says which. */
export function matchesCall(
  { day, sport, competition = 0, state, team = 0 }: MatchesParams,
  today: string,
  page = 1,
): SendTo<'liveList'> {
  return {
    type: sport ?? anyMatch,
    group: String(competition),
    state: stateNumbers[state ?? 'mine'],
    day: day ?? (team > 0 ? '0' : today),
    team: String(team),
    page,
    size: listSize,
  }
}

/** Input of the call of days. */
export const daysCall = ({ sport, competition = 0 }: MatchesParams): SendTo<'matchDays'> => ({
  sport: sport ?? '0',
  competition,
})

/** The next day with matches after a day, or else the last one before it; null if there is none. */
export function dayWithMatches(
  days: readonly { day: string; matches: number }[],
  from: string,
): { day: string; matches: number } | null {
  const filled = days.filter(({ day, matches }) => matches > 0 && day !== from)
  return filled.find(({ day }) => day > from) ?? filled.at(-1) ?? null
}
