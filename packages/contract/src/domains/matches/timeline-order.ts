import type { MatchEvent } from './match-event.ts'
import type { SportKey } from './sport-key.ts'
import { sports } from './sports.ts'

/** What the place of an event follows from, besides its status. */
type Placed = Pick<MatchEvent, 'id' | 'type' | 'period' | 'atSec' | 'wallMs'>

/** The place of an event: period, start or end of it, second of the clock, wall clock, id. */
type Place = readonly [rank: number, phase: number, atSec: number, wallMs: number, id: string]

const beforePlay = -1
const afterPlay = Number.MAX_SAFE_INTEGER
const phases: Partial<Record<MatchEvent['type'], number>> = { start: 0, end: 2 }
/** Outside of the periods these are told after play, the other statuses before it. */
const interruptions: ReadonlySet<string> = new Set(['suspended', 'abandoned', 'live'])

function comparePlaces(one: Place, other: Place): number {
  for (const [at, part] of one.entries()) {
    const against = other[at]
    if (against === undefined || part === against) continue
    return part < against ? -1 : 1
  }
  return 0
}

/**
 * Events in the order of play: of a source, for the course of the match, and of the timeline that pages show. The order
 * does not depend on the given one.
 * @param statusOf the status that an event of type `status` tells
 */
export function inOrderOfPlay<Event extends Placed>(
  sport: SportKey,
  events: readonly Event[],
  statusOf: (event: Event) => string,
): Event[] {
  const ranks = new Map(sports[sport].periods.map(({ key }, at) => [key, at]))
  const finals = events.flatMap(({ type, wallMs }) => (type === 'final' ? [wallMs] : []))
  const finalMs = finals.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...finals)
  const placeOf = (event: Event): Place => {
    const { type, period, atSec, wallMs, id } = event
    // An unknown second counts as the end of the period: scores without one are then told in the order of time.
    const rest = [atSec ?? Number.MAX_SAFE_INTEGER, wallMs, id] as const
    const rank = period === null ? undefined : ranks.get(period)
    if (type === 'final') return [afterPlay, 1, ...rest]
    if (rank !== undefined) return [rank, phases[type] ?? 1, ...rest]
    if (type === 'status') return [interruptions.has(statusOf(event)) ? afterPlay : beforePlay, 0, 0, wallMs, id]
    return wallMs >= finalMs ? [afterPlay, 2, 0, wallMs, id] : [beforePlay, 1, 0, wallMs, id]
  }
  return events
    .map((event) => ({ event, place: placeOf(event) }))
    .toSorted((one, other) => comparePlaces(one.place, other.place))
    .map(({ event }) => event)
}
