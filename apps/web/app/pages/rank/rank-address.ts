import type { Period } from '@yunmu/contract'
import { rankPeriods, rankUrl, readNumber } from '../../lib/urls.ts'

/** What the address of a board asks for. */
export interface RankAddress {
  /** A category, 0 for all. */
  type: number
  period: Period
}

/** Reads an address. What is no category is all of them, what is no span is today. */
export function readRankAddress(search: URLSearchParams): RankAddress {
  return {
    type: readNumber(search.get('type')) ?? 0,
    period: rankPeriods.find((period) => period === search.get('period')) ?? 'day',
  }
}

/** The one address of a board: what goes without saying is left out. */
export const boardUrl = ({ type, period }: RankAddress): string =>
  rankUrl({ type: type === 0 ? undefined : type, period: period === 'day' ? undefined : period })

/** Titles that a board shows. */
const boardLength = 20

/** What the board's call sends. */
export const boardCall = ({ type, period }: RankAddress) => ({ type, period, genre: '0', page: 1, size: boardLength })
