import type { SendTo } from '../../lib/calls.ts'
import { optional, read } from '../../lib/page-data.tsx'

/** The first six of a week. */
export const rankingOf = (type: number): SendTo<'indexVodDataRank'> => ({ type, period: 'week', count: 6 })

/** Series, films and animation have a ranking on the home page. */
const rankedTypes = [1, 2, 4] as const

/** Nothing here is worth the whole page: each part says by itself where it is missing. */
export const homeReads = [
  read('indexBanners', {}),
  read('indexVodData', {}),
  ...rankedTypes.map((type) => read('indexVodDataRank', rankingOf(type))),
].map(optional)
