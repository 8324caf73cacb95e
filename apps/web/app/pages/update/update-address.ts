import { isCalendarDay } from '@yunmu/contract/constants'
import { readNumber, updateUrl } from '../../lib/urls.ts'

/** Content of an update page's address. */
export interface UpdateAddress {
  /** Category, 0 for all. */
  type: number
  /** YYYY-MM-DD; `0` for today. */
  day: string
  /** 1-based. */
  page: number
}

/** Titles per page. */
export const dayPageSize = 40

/** Parses an address. Invalid categories become all, invalid days today, invalid page numbers 1. */
export function readUpdateAddress(search: URLSearchParams): UpdateAddress {
  const [type, day, page] = ['type', 'day', 'page'].map((name) => search.get(name) ?? '')
  return {
    type: readNumber(type) ?? 0,
    day: isCalendarDay(day ?? '') ? (day ?? '0') : '0',
    page: /^[1-9]\d{0,5}$/.test(page ?? '') ? Number(page) : 1,
  }
}

/** Canonical address of a day: defaults are omitted. */
export const dayUrl = ({ type, day, page }: UpdateAddress): string =>
  updateUrl({ type: type === 0 ? undefined : type, day: day === '0' ? undefined : day, page })

/** Input of the day's call. */
export const dayCall = ({ type, day, page }: UpdateAddress) => ({ type, day, page, size: dayPageSize })

/** The widest page shows this many in one row. */
const newestCount = 8
export const newestCall = ({ type }: Pick<UpdateAddress, 'type'>) => ({ type, count: newestCount })
