import { clockSec, matchMinute, matchOpenBeforeSec, type MatchChange, type SportKey, sports } from '@yunmu/contract'
import { canonicalJson, type MatchCourse } from './timeline-rules.ts'

/** The course of a match without its events, as stored for lists. */
export type StoredCourse = Omit<MatchCourse, 'events'>

/** A match that nobody told the end of counts as over after this long. */
const untoldLimitSec = 6 * 3600
/** Streams stay open this long after the end: sources correct themselves. */
const openAfterMs = 10 * 60_000

export function withoutEvents({ events: _events, ...course }: MatchCourse): StoredCourse {
  return course
}

/**
 * The course as it is shown: a match that began or should have begun long ago, and of which nothing was told since, is
 * over. A later event corrects that.
 * @param toldMs when the last event was told, Unix milliseconds; 0 for never
 */
export function settle<Course extends StoredCourse>(
  course: Course,
  { kickoffSec, toldMs, nowMs }: { kickoffSec: number; toldMs: number; nowMs: number },
): Course {
  const isUntold = course.status === 'scheduled' || course.status === 'delayed' || course.state === 'live'
  if (!isUntold || nowMs - Math.max(kickoffSec * 1000, toldMs) < untoldLimitSec * 1000) return course
  return { ...course, status: 'over', state: 'over', period: null, periodKey: null, clock: null }
}

/** The minute of play; null while no period with a clock that counts up is played. */
export function minuteOf(sport: SportKey, { clock, periodKey }: StoredCourse, nowMs: number): number | null {
  if (!clock || periodKey === null) return null
  return matchMinute(sport, periodKey, clockSec(clock, nowMs))?.minute ?? null
}

/** What the break of a match is called; null while there is none, or if the match may be over. */
export function breakLabelOf(sport: SportKey, { status, periodKey }: StoredCourse): string | null {
  if (status !== 'break') return null
  return sports[sport].periods.find(({ key }) => key === periodKey)?.breakAfter || null
}

/** When its streams open and close, Unix milliseconds; null for a match that has none to open. */
export function openSpan(
  { status, state, endedMs }: Pick<StoredCourse, 'status' | 'state' | 'endedMs'>,
  kickoffSec: number,
): { fromMs: number; untilMs: number } | null {
  if (status === 'cancelled' || status === 'postponed') return null
  const fromMs = (kickoffSec - matchOpenBeforeSec) * 1000
  if (state !== 'over') return { fromMs: state === 'live' ? 0 : fromMs, untilMs: Number.POSITIVE_INFINITY }
  return endedMs === null ? null : { fromMs, untilMs: endedMs + openAfterMs }
}

const shown = [
  'state',
  'status',
  'score',
  'period',
  'periodKey',
  'clock',
  'periods',
  'shootout',
  'winner',
] as const satisfies readonly (keyof StoredCourse & keyof MatchChange)[]

/** Of stored values the order of keys differs. */
const isEqual = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other)

/** The fields that differ, as rooms are sent them. */
export function courseChange(sport: SportKey, before: StoredCourse, after: StoredCourse, nowMs: number): MatchChange {
  const change: MatchChange = Object.fromEntries(
    shown.filter((field) => !isEqual(before[field], after[field])).map((field) => [field, after[field]]),
  )
  const [minute, breakLabel] = [minuteOf(sport, after, nowMs), breakLabelOf(sport, after)]
  if (minute !== minuteOf(sport, before, nowMs)) change.minute = minute
  if (breakLabel !== breakLabelOf(sport, before)) change.breakLabel = breakLabel
  return change
}
