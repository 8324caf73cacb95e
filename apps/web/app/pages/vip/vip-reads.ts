import { anyValue } from '@yunmu/contract/constants'
import type { SendTo } from '../../lib/calls/calls.ts'

/** One line of posters on the widest page. */
const shelfSize = 8

/** The titles that VIPs alone can watch, most watched first. */
export const shelfCall: SendTo<'vodList'> = {
  type: 0,
  area: anyValue.area,
  year: anyValue.year,
  genre: anyValue.genre,
  letter: anyValue.letter,
  vip: 'VIP',
  order: '最热',
  lang: '0',
  page: 1,
  size: shelfSize,
}
