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
  const { event, retracted, isIncomplete: _isIncomplete, votes, others, ...rest } = change
  const { statistics = detail.statistics, lineups = detail.lineups, standings = detail.standings, ...own } = rest
  const kept = detail.timeline.filter(({ id }) => id !== event?.id && id !== retracted)
  const timeline = event ? inOrderOfPlay(detail.match.sport, [...kept, event], ({ kind }) => kind) : kept
  return {
    ...detail,
    match: withPresent(detail.match, own),
    timeline: event !== undefined || retracted !== undefined ? timeline : detail.timeline,
    statistics,
    lineups,
    standings,
    related: others
      ? detail.related.map((match) => withPresent(match, others.find(({ id }) => id === match.id) ?? {}))
      : detail.related,
    votes: votes ? { ...detail.votes, ...votes } : detail.votes,
  }
}

/** Whether the page has to read the match again: of a correction the scores after it change as well. */
export const needsReading = ({ timeline }: MatchDetail, { event, retracted, isIncomplete }: MatchChange): boolean =>
  isIncomplete === true || retracted !== undefined || timeline.some(({ id }) => id === event?.id)

/** Absent fields did not change; null is a value. */
function withPresent(match: Match, change: Pick<MatchChange, keyof MatchChange & keyof Match>): Match {
  const present = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
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
