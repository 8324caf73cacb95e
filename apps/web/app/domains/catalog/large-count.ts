import { playCount } from './play-count.ts'

/**
 * Like `playCount`, also for counts of a hundred million and more: `1.01 亿`. `units` are the characters for ten
 * thousand and a hundred million. In a file of its own, because the home page loads `playCount` before its first paint.
 */
export const largeCount = (count: number, units: string): string =>
  count < 1e8 ? playCount(count, units) : `${Math.floor(count / 1e6) / 100} ${units[1]}`
