import type { Period } from '@yunmu/contract'
import { rankPeriods, rankUrl, readNumber } from '../../lib/urls.ts'

/** Content of a ranking page's address. */
export interface RankAddress {
  /** Category, 0 for all. */
  type: number
  period: Period
}

/** Parses an address. Invalid categories become all, invalid periods today. */
export function readRankAddress(search: URLSearchParams): RankAddress {
  return {
    type: readNumber(search.get('type')) ?? 0,
    period: rankPeriods.find((period) => period === search.get('period')) ?? 'day',
  }
}

/** Canonical address of a board: defaults are omitted. */
export const boardUrl = ({ type, period }: RankAddress): string =>
  rankUrl({ type: type === 0 ? undefined : type, period: period === 'day' ? undefined : period })

/** Titles per board. */
const boardLength = 20

/** Input of the board's call. */
export const boardCall = ({ type, period }: RankAddress) => ({ type, period, genre: '0', page: 1, size: boardLength })
