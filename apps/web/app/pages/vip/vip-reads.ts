import { anyValue } from '@yunmu/contract/constants'
import type { SendTo } from '../../lib/calls/calls.ts'

/** One line of posters on the widest page. */
export const shelfSize = 8

/** The first line of the cinema. */
export const cinemaCall: SendTo<'vodCinema'> = { kind: 'all', page: 1, size: shelfSize }

/** The titles that VIPs alone can watch, most watched first. */
export const membersCall: SendTo<'vodList'> = {
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
