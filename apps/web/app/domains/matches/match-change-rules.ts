import {
  inOrderOfPlay,
  type Match,
  type MatchChange,
  type MatchDetail,
  type Side,
  type TimelineItem,
} from '@yunmu/contract'
import { isScore, scoringSide } from './match-rules.ts'

/** Applies what a frame of the match's room says to the detail. Frames may be repeated. */
export function applyChange(detail: MatchDetail, change: MatchChange): MatchDetail {
  const { event, retracted, votes, ...course } = change
  const kept = detail.timeline.filter(({ id }) => id !== event?.id && id !== retracted)
  const timeline = event ? inOrderOfPlay(detail.match.sport, [...kept, event], ({ kind }) => kind) : kept
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
