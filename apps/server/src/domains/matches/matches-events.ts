import { MatchChange } from '@yunmu/contract'
import * as z from 'zod/mini'
import type { ChangeLog } from '../../platform/caching/change-log.ts'
import { defineEvent, type Events } from '../../platform/events/events.ts'

/** These matches changed in a way that lists show, or their competitions and teams did. */
export const matchesChanged = defineEvent(
  'matches.changed',
  z.object({ ids: z.array(z.int()), competitionIds: z.array(z.int()) }),
)

/** Teams or competitions were added, renamed or removed, or matches added or removed: for the search and for counts. */
export const sportsNamesChanged = defineEvent('matches.namesChanged', z.object({}))

/** What only the pages of these matches show has changed: timeline, line-ups, statistics. */
export const matchDetailsChanged = defineEvent('matches.detailsChanged', z.object({ ids: z.array(z.int()) }))

/** Statistics or line-ups of these matches were told: for their rooms. */
export const matchesDescribed = defineEvent(
  'matches.described',
  z.object({ statisticsIds: z.array(z.int()), lineupIds: z.array(z.int()) }),
)

/** A user supported a side of this match, or changed to the other one. */
export const matchVoted = defineEvent('matches.voted', z.object({ id: z.int() }))

/** What is kept of channels for recordings of matches has changed. */
export const recordingsChanged = defineEvent('matches.recordingsChanged', z.object({}))

/** Something happened in a match: for its room. */
export const matchPlayed = defineEvent('matches.played', z.object({ id: z.int(), change: MatchChange }))

/** Followers of a match were reminded of it: for their open pages. `popup` shows it in front of the page. */
export const matchReminded = defineEvent(
  'matches.reminded',
  z.object({ userIds: z.array(z.int()), id: z.int(), streamId: z.int(), msg: z.string(), popup: z.boolean() }),
)

/** The dependency of cached values that show a match. */
export const matchDependency = (id: number): string => `match:${id}`

/** The dependency of cached lists of matches: of a competition, or (null) of all. */
export const matchesDependency = (competitionId: number | null): string => `matches:${competitionId ?? 'all'}`

/** Records changed matches in the change log. */
export function recordMatchChanges(events: Events, changes: ChangeLog, nowMs: () => number): void {
  events.on(matchesChanged, (detail) => {
    if (!detail || detail.ids.length === 0) return changes.groupsChanged(['match', 'matches'], nowMs())
    const lists = [...detail.competitionIds, null].map(matchesDependency)
    return changes.changed([...detail.ids.map(matchDependency), ...lists], nowMs())
  })
  events.on(matchDetailsChanged, (detail) => {
    if (detail) changes.changed(detail.ids.map(matchDependency), nowMs())
    else changes.groupsChanged(['match'], nowMs())
  })
  // Many viewers vote at the same time: that must not rebuild the page for each of them.
  events.on(matchVoted, (detail) => {
    if (detail) changes.changedSlightly([matchDependency(detail.id)], nowMs())
    else changes.groupsChanged(['match'], nowMs())
  })
}
