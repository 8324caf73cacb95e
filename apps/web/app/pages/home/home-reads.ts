import { stripCall } from '../../domains/catalog/updates-strip.tsx'
import type { SendTo } from '../../lib/calls/calls.ts'
import { optional, read } from '../../lib/calls/page-data.tsx'

/** The widest page shows this many in one row. */
export const onAirCall = { count: 5 }

export const rankedPeriod = 'week'

/** The first six titles of a category. */
export const rankingOf = (type: number): SendTo<'indexVodDataRank'> => ({ type, period: rankedPeriod, count: 6 })

/** Categories ranked on the home page: series, films and animation. */
const rankedTypes = [1, 2, 4] as const

/** All optional: a failed part shows its own error, and the page still renders. */
export const homeReads = [
  read('indexBanners', {}),
  read('indexVodData', {}),
  read('vodUpdates', stripCall(0)),
  read('indexActiveLives', onAirCall),
  ...rankedTypes.map((type) => read('indexVodDataRank', rankingOf(type))),
].map(optional)
