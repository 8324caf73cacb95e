import { liveListCount } from '@yunmu/contract/constants'
import { stripCall } from '../../domains/catalog/update-calls.ts'
import { sportsCall } from '../../domains/matches/sports-calls.ts'
import type { SendTo } from '../../lib/calls/calls.ts'
import { optional, read } from '../../lib/calls/page-data.tsx'

export const liveCall = { count: liveListCount }

/** The first six titles of a category this week. */
export const rankingOf = (type: number) =>
  ({ type, period: 'week', count: 6 }) as const satisfies SendTo<'indexVodDataRank'>
export type RankingCall = typeof rankingOf

/** Categories ranked on the home page: series, films and animation. */
const rankedTypes = [1, 2, 4] as const

/** All optional: a failed part shows its own error, and the page still renders. */
export const homeReads = [
  read('indexBanners', {}),
  read('indexVodData', {}),
  read('vodUpdates', stripCall(0)),
  read('indexLiveData', liveCall),
  read('indexSports', sportsCall),
  ...rankedTypes.map((type) => read('indexVodDataRank', rankingOf(type))),
].map(optional)
