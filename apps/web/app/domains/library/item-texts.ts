import type { HistoryItem } from '@yunmu/contract'
import { two } from '../../lib/text/day-text.ts'
import { ageOf, clockUnlessJustNow, dateText, episodeLabel, isBroadcast, remainingOf } from './history-rules.ts'
import type { libraryTexts } from './library-texts.ts'

type Words = (typeof libraryTexts)['s']

/** Number and name of an episode; empty for single-episode titles. */
export function episodeText(item: Pick<HistoryItem, 'level' | 'episode' | 'isSerial'>, texts: Words): string {
  const { level, name } = episodeLabel(item)
  return [level === null ? '' : texts.level(level), name].filter((word) => word !== '').join('　')
}

export function remainingText(item: Pick<HistoryItem, 'type' | 'currentTime' | 'duration'>, texts: Words): string {
  const remaining = remainingOf(item)
  if (remaining.kind === 'finished') return texts.finished
  // A broadcast has no position; the watched time may be known.
  if (remaining.kind === 'at') return isBroadcast(item) && remaining.minutes === 0 ? '' : texts.at(remaining.minutes)
  if (remaining.kind === 'leftSec') return texts.leftSec(remaining.seconds)
  return texts.left(remaining.hours, remaining.hours > 0 ? two(remaining.minutes) : String(remaining.minutes))
}

/** Age without a calendar beside it: `刚刚`, `今天`, `昨天`, `11-18`. */
export function ageText(timeSec: number, nowSec: number, texts: Words): string {
  const age = ageOf(timeSec, nowSec)
  return age === 'date' ? dateText(timeSec, nowSec) : texts[age]
}

/** Time of day, for lists that are grouped by day. */
export const timeOfDayText = (timeSec: number, nowSec: number, texts: Words): string =>
  clockUnlessJustNow(timeSec, nowSec) ?? texts.justNow
