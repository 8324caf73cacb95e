import type { HistoryItem } from '@yunmu/contract'
import { timeLabelSec } from '@yunmu/contract/constants'
import { daysAgo, ownClock, ownDay } from '../../lib/text/day-text.ts'
import { isFinished } from '../../lib/watching/watch-record-rules.ts'

/** Pure rules of the watch history. Times are Unix seconds; days are in the device's time zone. */

export const itemKey = ({ type, id }: Pick<HistoryItem, 'type' | 'id'>): string => `${type} ${id}`

/** Age classes (specification, section 9). */
export type Age = 'justNow' | 'today' | 'dayBefore' | 'date'

export function ageOf(timeSec: number, nowSec: number): Age {
  const sec = nowSec - timeSec
  if (sec < timeLabelSec.justNow) return 'justNow'
  if (sec < timeLabelSec.today) return 'today'
  return sec < timeLabelSec.dayBefore ? 'dayBefore' : 'date'
}

/** Time of day; null for "just now". */
export function clockUnlessJustNow(timeSec: number, nowSec: number): string | null {
  return ageOf(timeSec, nowSec) === 'justNow' ? null : ownClock(timeSec)
}

/** `11-20`, or `2025-11-20` if the year differs. */
export function dateText(timeSec: number, nowSec: number): string {
  const day = ownDay(timeSec)
  return day.slice(0, 4) === ownDay(nowSec).slice(0, 4) ? day.slice(5) : day
}

/** Label of a day: the last three days by name, others by month. */
export type DayName = 'today' | 'yesterday' | 'dayBeforeYesterday' | { month: number; year: number | null }

export interface HistoryDay<Item> {
  key: string
  /** Day of the month. */
  day: number
  /** 0 is Sunday. */
  weekday: number
  name: DayName
  items: readonly Item[]
}

function nameOf(timeSec: number, nowSec: number): DayName {
  const ago = daysAgo(timeSec, nowSec)
  if (ago <= 0) return 'today'
  if (ago === 1) return 'yesterday'
  if (ago === 2) return 'dayBeforeYesterday'
  const [moment, now] = [new Date(timeSec * 1000), new Date(nowSec * 1000)]
  const year = moment.getFullYear()
  return { month: moment.getMonth() + 1, year: year === now.getFullYear() ? null : year }
}

/** Groups records, newest first, by day. Records with a time in the future count as today. */
export function daysOf<Item extends { time: number }>(items: readonly Item[], nowSec: number): HistoryDay<Item>[] {
  const days = new Map<string, HistoryDay<Item>>()
  for (const item of items) {
    const timeSec = Math.min(item.time, nowSec)
    const [key, moment] = [ownDay(timeSec), new Date(timeSec * 1000)]
    const known = days.get(key)
    days.set(key, {
      key,
      day: moment.getDate(),
      weekday: moment.getDay(),
      name: nameOf(timeSec, nowSec),
      items: [...(known?.items ?? []), item],
    })
  }
  return [...days.values()]
}

/** Whether a channel or a running match was watched, which have no end. */
export const isBroadcast = ({ type, duration }: Pick<HistoryItem, 'type' | 'duration'>): boolean =>
  type === 'live' || (type === 'match' && duration <= 0)

/** Whether it may have a next episode. */
export const isTitle = ({ type }: Pick<HistoryItem, 'type'>): boolean => type === 'vod' || type === 'tv'

/**
 * What is left to watch: nothing, hours and minutes, seconds in the last minute; if unknown, the current position.
 * Minutes are rounded up, but never exceed the length.
 */
export type Remaining =
  | { kind: 'finished' }
  | { kind: 'left'; hours: number; minutes: number }
  | { kind: 'leftSec'; seconds: number }
  | { kind: 'at'; minutes: number }

export function remainingOf(item: Pick<HistoryItem, 'type' | 'currentTime' | 'duration'>): Remaining {
  if (item.type === 'live' || item.duration <= 0) return { kind: 'at', minutes: Math.floor(item.currentTime / 60) }
  if (isFinished(item)) return { kind: 'finished' }
  const seconds = Math.max(1, Math.ceil(item.duration - item.currentTime))
  if (seconds < 60) return { kind: 'leftSec', seconds }
  const whole = Math.min(Math.ceil(seconds / 60), Math.max(1, Math.floor(item.duration / 60)))
  return { kind: 'left', hours: Math.floor(whole / 60), minutes: whole % 60 }
}

/** How an episode is named beside its title: by number, by name, by both, or not at all. */
export function episodeLabel({ level, episode, isSerial }: Pick<HistoryItem, 'level' | 'episode' | 'isSerial'>): {
  level: number | null
  name: string
} {
  const name = episode.trim()
  if (name === '' || !isSerial) return { level: null, name }
  const number = /^(?:第\s*)?(?:EP?)?0*(\d+)\s*[集话話期回]?$/i.exec(name)?.[1]
  if (Number(number) === level) return { level, name: '' }
  // Dates and ordinals in the name make the number redundant.
  return /^(?:\d{1,4}[-./]\d{1,2}|第)/.test(name) ? { level: null, name } : { level, name }
}

/** Merges the server's records with local ones not yet uploaded: the newest of each title, newest first. */
export function newestOf<Item extends Pick<HistoryItem, 'type' | 'id' | 'time'>>(
  items: readonly Item[],
  own: readonly Item[],
): Item[] {
  const newest = new Map<string, Item>()
  for (const item of [...items, ...own]) {
    const newestKnown = newest.get(itemKey(item))
    if (!newestKnown || newestKnown.time < item.time) newest.set(itemKey(item), item)
  }
  return [...newest.values()].toSorted((one, other) => other.time - one.time)
}
