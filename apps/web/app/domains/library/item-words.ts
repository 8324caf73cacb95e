import type { HistoryItem } from '@yunmu/contract'
import { two } from '../../lib/text/day-text.ts'
import { ageOf, clockOf, dateOf, episodeNaming, leftOf } from './history-rules.ts'
import type { libraryTexts } from './library-texts.ts'

type Words = (typeof libraryTexts)['s']

/** Number and name of an episode; empty for a title of one. */
export function episodeWords(item: Pick<HistoryItem, 'level' | 'episode' | 'isSerial'>, texts: Words): string {
  const { level, name } = episodeNaming(item)
  return [level === null ? '' : texts.level(level), name].filter((word) => word !== '').join('　')
}

/** `剩 33 分`, `剩 5 秒`, `已看完`, `看到 46 分`. */
export function leftWords(item: Pick<HistoryItem, 'type' | 'currentTime' | 'duration'>, texts: Words): string {
  const left = leftOf(item)
  if (left.kind === 'finished') return texts.finished
  // A channel has no place to be at; how long somebody watched may be known.
  if (left.kind === 'at') return item.type === 'live' && left.minutes === 0 ? '' : texts.at(left.minutes)
  if (left.kind === 'leftSec') return texts.leftSec(left.seconds)
  return texts.left(left.hours, left.hours > 0 ? two(left.minutes) : String(left.minutes))
}

/** How long ago, where no calendar stands beside it: `刚刚`, `今天`, `昨天`, `11-18`. */
export function ageWords(timeSec: number, nowSec: number, texts: Words): string {
  const age = ageOf(timeSec, nowSec)
  return age === 'date' ? dateOf(timeSec, nowSec) : texts[age]
}

/** The time of day, where a calendar stands beside it. */
export const clockWords = (timeSec: number, nowSec: number, texts: Words): string =>
  clockOf(timeSec, nowSec) ?? texts.justNow
