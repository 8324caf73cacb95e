/** Resolves the programmes of one channel into a timetable without overlaps. Pure; times are Unix seconds. */

export interface Slot {
  /** Index of the programme in the file. */
  readonly at: number
  readonly startSec: number
  /** Null if the file has no end. */
  readonly stopSec: number | null
  /** Digest of name and subtitle. */
  readonly digest: number
}

export interface Showing {
  readonly at: number
  readonly startSec: number
  readonly endSec: number
}

export interface Span {
  readonly startSec: number
  readonly endSec: number
}

const hourSec = 3600
/** Longer programmes are mistakes of the file. Queries for a day rely on this limit. */
export const maxProgrammeSec = 24 * hourSec
/** Assumed duration of a programme without an end that is the last one or is followed by a gap. */
const defaultSec = hourSec
/** A programme without an end lasts until the next one if that begins within this time. */
const maxInferredSec = 6 * hourSec

/** Of two slots with the same start: the one with a known end, then the longer one. */
function preferred(one: Slot, other: Slot): Slot {
  return (other.stopSec ?? 0) > (one.stopSec ?? 0) ? other : one
}

/** Sorted by start, one slot per start. */
function distinctStarts(slots: readonly Slot[]): Slot[] {
  const sorted = slots.toSorted((one, other) => one.startSec - other.startSec || one.at - other.at)
  const result: Slot[] = []
  for (const slot of sorted) {
    const last = result.at(-1)
    if (last?.startSec === slot.startSec) result[result.length - 1] = preferred(last, slot)
    else result.push(slot)
  }
  return result
}

/**
 * Joins slots of the same programme. Guides list a programme that runs over midnight at the end of one day and again at
 * the beginning of the next. Two slots are joined if they have the same digest and overlap, or meet at midnight.
 */
function joinShowings(slots: readonly Slot[], zoneMinutes: number): Slot[] {
  const joined: Slot[] = []
  for (const slot of slots) {
    const last = joined.at(-1)
    const isMidnight = (slot.startSec + zoneMinutes * 60) % maxProgrammeSec === 0
    const isContinuation =
      last?.digest === slot.digest &&
      last.stopSec !== null &&
      (slot.startSec < last.stopSec || (isMidnight && slot.startSec === last.stopSec))
    if (isContinuation) joined[joined.length - 1] = { ...last, stopSec: Math.max(last.stopSec ?? 0, slot.stopSec ?? 0) }
    else joined.push(slot)
  }
  return joined
}

/**
 * The timetable of a channel. Each programme ends when the file says, at the latest when the next one begins; without an
 * end it lasts until the next one. Slots with the same start are reduced to one, and the halves of a programme that runs
 * over midnight are joined.
 * @param zoneMinutes time zone that defines midnight, in minutes east of UTC
 */
export function resolveTimetable(slots: readonly Slot[], zoneMinutes: number): Showing[] {
  const joined = joinShowings(distinctStarts(slots), zoneMinutes)
  return joined.map(({ at, startSec, stopSec }, index) => {
    const nextSec = joined[index + 1]?.startSec ?? startSec + defaultSec
    const inferredEndSec = nextSec - startSec > maxInferredSec ? startSec + defaultSec : nextSec
    const endSec = stopSec === null ? inferredEndSec : joined[index + 1] ? Math.min(stopSec, nextSec) : stopSec
    return { at, startSec, endSec: Math.min(endSec, startSec + maxProgrammeSec) }
  })
}

/**
 * Removes the excluded spans from a timetable. Showings that begin within a span are dropped, those that reach into one
 * are cut. Both lists must be sorted by start.
 */
export function excludeSpans(showings: readonly Showing[], excluded: readonly Span[]): Showing[] {
  if (excluded.length === 0) return [...showings]
  const result: Showing[] = []
  let at = 0
  for (const showing of showings) {
    while (at < excluded.length && (excluded[at]?.endSec ?? 0) <= showing.startSec) at++
    const next = excluded[at]
    if (next && next.startSec <= showing.startSec) continue
    result.push(next && next.startSec < showing.endSec ? { ...showing, endSec: next.startSec } : showing)
  }
  return result
}
