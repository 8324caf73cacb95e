import { type Match, type MatchChange, type MatchDetail, type Side, sports, type TimelineItem } from '@yunmu/contract'
import { isScore, scoringSide } from './match-rules.ts'

/** Applies what a frame of the match's room says to the detail. Frames may be repeated. */
export function applyChange(detail: MatchDetail, change: MatchChange): MatchDetail {
  const { event, retracted, votes, ...course } = change
  const kept = detail.timeline.filter(({ id }) => id !== event?.id && id !== retracted)
  const timeline = event ? sortedTimeline(detail.match, [...kept, event]) : kept
  return {
    ...detail,
    match: withCourse(detail.match, course),
    timeline: event !== undefined || retracted !== undefined ? timeline : detail.timeline,
    votes: votes ? { ...detail.votes, ...votes } : detail.votes,
  }
}

type Course = Omit<MatchChange, 'event' | 'retracted' | 'votes'>

/** Absent fields did not change; null is a value. */
function withCourse(match: Match, course: Course): Match {
  const present = Object.fromEntries(Object.entries(course).filter(([, value]) => value !== undefined))
  return { ...match, ...present }
}

/** The order of the server's timeline: period, start first and end last, second of the period, time, id. */
function sortedTimeline({ sport }: Match, items: readonly TimelineItem[]): TimelineItem[] {
  const keys = sports[sport].periods.map(({ key }) => key)
  const rank = ({ period, type }: TimelineItem): number => {
    if (type === 'final') return keys.length
    return period === null ? -1 : keys.indexOf(period)
  }
  const phase = ({ type }: TimelineItem): number => (type === 'start' ? 0 : type === 'end' ? 2 : 1)
  return items.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      phase(one) - phase(other) ||
      (one.atSec ?? 0) - (other.atSec ?? 0) ||
      one.wallMs - other.wallMs ||
      (one.id < other.id ? -1 : 1),
  )
}

/** A score that is announced to screen readers. */
export interface Announcement {
  /** Equal for the same score: it is announced once. */
  key: string
  event: TimelineItem
  side: Side | null
}

/** The score that a frame adds to what the page knows; null if there is none, or if it is a correction. */
export function announcementOf(detail: MatchDetail, { event }: MatchChange): Announcement | null {
  if (!event || !isScore(event) || detail.timeline.some(({ id }) => id === event.id)) return null
  return { key: event.id, event, side: scoringSide(detail.match, event) }
}
