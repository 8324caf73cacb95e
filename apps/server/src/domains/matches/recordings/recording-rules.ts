import { type SportKey, type SportPeriod, sports, type TimelineItem } from '@yunmu/contract'
import { openSpan, type StoredCourse } from '../course-rules.ts'
import type { Span } from '../matches-tables.ts'

/** How long recordings and highlights are kept. */
export interface RecordingSettings {
  replayDays: number
  highlightDays: number
}

/** Even if nothing is kept, a match is followed so long from its start that its streams close. */
const minFollowedDays = 2
/** How many days a match is followed from its start. */
export const followedDays = ({ replayDays }: Pick<RecordingSettings, 'replayDays'>): number =>
  Math.max(replayDays, minFollowedDays)

/** A recording begins this long before the first start and ends this long after the last event. */
const leadMs = 60_000
const tailMs = 90_000
/** A longer one is the work of wrong times: the rest would be a playlist that no player reads. */
const maxLengthMs = 24 * 3600_000
/** Parts of highlights that are closer together are one. */
const joinedGapMs = 10_000
/** Less than this is not offered. */
export const minAvailableMs = 10_000

interface PlayedMatch {
  course: Pick<StoredCourse, 'status' | 'state' | 'score' | 'startedMs' | 'endedMs'>
  kickoffSec: number
  /** When the last event was told, Unix milliseconds. */
  toldMs: number
}

/**
 * The part of a channel that is the recording of a match, Unix milliseconds: by the first start that was told, not the
 * planned one, and without an end until the match has one. Null for a match that is not played.
 */
export function recordingSpan({
  course,
  kickoffSec,
  toldMs,
}: PlayedMatch): { fromMs: number; untilMs: number | null } | null {
  const { status, state, score, startedMs, endedMs } = course
  const open = openSpan(course, kickoffSec)
  if (state === 'upcoming') return open && { fromMs: open.fromMs, untilMs: null }
  const isPlayed = startedMs !== null || score !== null
  if (!isPlayed || status === 'cancelled') return null
  const fromMs = (startedMs ?? kickoffSec * 1000) - leadMs
  if (state === 'live') return { fromMs, untilMs: null }
  const untilMs = (endedMs ?? toldMs) + tailMs
  return untilMs > fromMs ? { fromMs: Math.max(fromMs, untilMs - maxLengthMs), untilMs } : null
}

/** From when on a match that is over is its recording: when its streams are closed. Unix milliseconds. */
export const settlesAtMs = ({ course, kickoffSec, toldMs }: PlayedMatch): number =>
  openSpan(course, kickoffSec)?.untilMs ?? toldMs + tailMs

const isOfKind = (periods: readonly SportPeriod[], key: string | null, kinds: readonly string[]): boolean =>
  periods.some((period) => period.key === key && kinds.includes(period.kind))

/** The highlight of its sport that an event belongs to; undefined for an event that highlights leave out. */
export function highlightOf(sport: SportKey, { type, kind, period }: Pick<TimelineItem, 'type' | 'kind' | 'period'>) {
  const { highlights, periods } = sports[sport]
  return highlights.find(
    ({ of, kinds }) => of === type && (of === 'end' ? isOfKind(periods, period, kinds) : kinds.includes(kind)),
  )
}

/** The parts of a recording around the events that its sport's highlights show: in order, without overlap, within the recording. */
export function highlightSpans(sport: SportKey, timeline: readonly TimelineItem[], { fromMs, untilMs }: Span): Span[] {
  const spans = timeline.flatMap((item): Span[] => {
    const highlight = highlightOf(sport, item)
    if (!highlight || item.wallMs < fromMs || item.wallMs > untilMs) return []
    const { beforeSec, afterSec } = highlight
    return [
      {
        fromMs: Math.max(fromMs, item.wallMs - beforeSec * 1000),
        untilMs: Math.min(untilMs, item.wallMs + afterSec * 1000),
      },
    ]
  })
  const joined: Span[] = []
  for (const span of spans.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const last = joined.at(-1)
    if (last && span.fromMs - last.untilMs < joinedGapMs) last.untilMs = Math.max(last.untilMs, span.untilMs)
    else joined.push({ ...span })
  }
  return joined
}
