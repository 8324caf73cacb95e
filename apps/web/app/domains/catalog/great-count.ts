import { playCount } from './play-count.ts'

/**
 * The same for what may be more: `1.01 亿`. The units are the signs of ten thousand and of a hundred million. Apart from
 * the other, which the home page loads before it is drawn.
 */
export const greatCount = (count: number, units: string): string =>
  count < 1e8 ? playCount(count, units) : `${Math.floor(count / 1e6) / 100} ${units[1]}`
