import { isCalendarDay } from '@yunmu/contract/constants'
import { readNumber, updateUrl } from '../../lib/urls.ts'

/** What the address of the updates asks for. */
export interface UpdateAddress {
  /** A category, 0 for all. */
  type: number
  /** YYYY-MM-DD; `0` for today. */
  day: string
  /** 1-based. */
  page: number
}

/** Titles of one page of a day. */
export const dayPageSize = 40

/** Reads an address. What is no category is all of them, what is no day is today, what is no page is the first. */
export function readUpdateAddress(search: URLSearchParams): UpdateAddress {
  const [type, day, page] = ['type', 'day', 'page'].map((name) => search.get(name) ?? '')
  return {
    type: readNumber(type) ?? 0,
    day: isCalendarDay(day ?? '') ? (day ?? '0') : '0',
    page: /^[1-9]\d{0,5}$/.test(page ?? '') ? Number(page) : 1,
  }
}

/** The one address of a day: what goes without saying is left out. */
export const dayUrl = ({ type, day, page }: UpdateAddress): string =>
  updateUrl({ type: type === 0 ? undefined : type, day: day === '0' ? undefined : day, page })

/** What the call for the day's list sends. */
export const dayCall = ({ type, day, page }: UpdateAddress) => ({ type, day, page, size: dayPageSize })

/** As many as the widest page shows in a line. */
const newestCount = 8
export const newestCall = ({ type }: Pick<UpdateAddress, 'type'>) => ({ type, count: newestCount })
