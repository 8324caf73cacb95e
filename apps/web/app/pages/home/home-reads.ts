import { stripCall } from '../../domains/catalog/updates-strip.tsx'
import type { SendTo } from '../../lib/calls/calls.ts'
import { optional, read } from '../../lib/calls/page-data.tsx'

/** As many as the widest page shows in a line. */
export const onAirCall = { count: 5 }

export const rankedPeriod = 'week'

/** The first six. */
export const rankingOf = (type: number): SendTo<'indexVodDataRank'> => ({ type, period: rankedPeriod, count: 6 })

/** Series, films and animation have a ranking on the home page. */
const rankedTypes = [1, 2, 4] as const

/** Nothing here is worth the whole page: each part says by itself where it is missing. */
export const homeReads = [
  read('indexBanners', {}),
  read('indexVodData', {}),
  read('vodUpdates', stripCall(0)),
  read('indexActiveLives', onAirCall),
  ...rankedTypes.map((type) => read('indexVodDataRank', rankingOf(type))),
].map(optional)
