import type { CalendarEvent } from '@yunmu/formats'
import { matchUrl } from '@yunmu/urls'
import { hash } from 'node:crypto'
import type { MatchRow } from '../match-store.ts'
import { canonicalJson } from '../timeline-rules.ts'

/** Pure rules of calendars. */

/** Calendars contain matches that began at most so long ago. */
export const calendarPastSec = 90 * 24 * 3600
/** Calendars reserve this much time for a match of any sport. */
const durationSec = 2 * 3600

/** What a calendar shows of a match. */
export type CalendarContent = Pick<
  CalendarEvent,
  'startSec' | 'durationSec' | 'summary' | 'location' | 'description' | 'category' | 'status'
>

/** Without scores: a calendar must not reveal a result. */
export function calendarContent({ kickoffSec, course, home, away, league, round, venue }: MatchRow): CalendarContent {
  const { status } = course
  return {
    startSec: kickoffSec,
    durationSec,
    summary: `${home.name} vs ${away.name}`,
    location: venue === null ? '' : [venue.name, venue.city].filter((part) => part !== '').join(', '),
    description: [league, round].filter((part) => part !== '').join(' '),
    category: league,
    status: status === 'cancelled' ? 'CANCELLED' : status === 'postponed' ? 'TENTATIVE' : 'CONFIRMED',
  }
}

/** Differs between versions of an event. */
export const calendarDigest = (content: CalendarContent): string =>
  hash('sha256', canonicalJson(content), 'base64url').slice(0, 16)

export interface CalendarVersion {
  sequence: number
  changedSec: number
}

/** @param origin scheme and host of the station: `https://yunmu.example` */
export const calendarEvent = (
  id: number,
  content: CalendarContent,
  version: CalendarVersion,
  origin: string,
): CalendarEvent => ({
  uid: `match-${id}@${new URL(origin).hostname}`,
  ...version,
  ...content,
  url: `${origin}${matchUrl({ id, stream: 0 })}`,
})
