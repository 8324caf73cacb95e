/** What a guide says of one channel, made into a timetable without overlaps. Pure; times are Unix seconds. */

export interface Slot {
  /** Which programme of the file it is. */
  readonly at: number
  readonly startSec: number
  /** Null where the file does not say. */
  readonly stopSec: number | null
  /** The same for the same programme. */
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
/** Nothing on television is longer; what is is a mistake, and the reading of a day looks back no further. */
export const longestSec = 24 * hourSec
/** How long the last programme lasts of which nobody says when it ends, and one before a gap at most. */
const lastSec = hourSec
const longestGuessSec = 6 * hourSec

/** The better of two slots that begin together: the one whose end is known, and then the longer one. */
function better(one: Slot, other: Slot): Slot {
  return (other.stopSec ?? 0) > (one.stopSec ?? 0) ? other : one
}

/** In the order of their starts, one for each. */
function distinctStarts(slots: readonly Slot[]): Slot[] {
  const sorted = slots.toSorted((one, other) => one.startSec - other.startSec || one.at - other.at)
  const kept: Slot[] = []
  for (const slot of sorted) {
    const last = kept.at(-1)
    if (last?.startSec === slot.startSec) kept[kept.length - 1] = better(last, slot)
    else kept.push(slot)
  }
  return kept
}

/**
 * Joins what is one showing: a programme that runs over midnight stands at the end of one day and, again or for the
 * rest, at the beginning of the next. Told by the same name on both sides of a midnight, or inside itself.
 */
function joinShowings(slots: readonly Slot[], zoneMinutes: number): Slot[] {
  const joined: Slot[] = []
  for (const slot of slots) {
    const last = joined.at(-1)
    const isMidnight = (slot.startSec + zoneMinutes * 60) % longestSec === 0
    const goesOn =
      last?.digest === slot.digest &&
      last.stopSec !== null &&
      (slot.startSec < last.stopSec || (isMidnight && slot.startSec === last.stopSec))
    if (goesOn) joined[joined.length - 1] = { ...last, stopSec: Math.max(last.stopSec ?? 0, slot.stopSec ?? 0) }
    else joined.push(slot)
  }
  return joined
}

/**
 * The timetable of a channel: each programme ends where the file says, and at the latest where the next one begins; one
 * whose end is not told lasts until then. Slots that begin together are one, and so are the two halves of a programme
 * that runs over midnight in a zone of so many minutes east of Greenwich.
 */
export function resolveTimetable(slots: readonly Slot[], zoneMinutes: number): Showing[] {
  const joined = joinShowings(distinctStarts(slots), zoneMinutes)
  return joined.map(({ at, startSec, stopSec }, index) => {
    const nextSec = joined[index + 1]?.startSec ?? startSec + lastSec
    const guessSec = nextSec - startSec > longestGuessSec ? startSec + lastSec : nextSec
    const endSec = stopSec === null ? guessSec : joined[index + 1] ? Math.min(stopSec, nextSec) : stopSec
    return { at, startSec, endSec: Math.min(endSec, startSec + longestSec) }
  })
}

/**
 * A timetable around what is settled: what lies within a settled span goes, what reaches into one ends there. Both in
 * the order of their starts. What begins within one goes as well, for it would be shown at a time when it does not begin.
 */
export function aroundSettled(showings: readonly Showing[], settled: readonly Span[]): Showing[] {
  if (settled.length === 0) return [...showings]
  const kept: Showing[] = []
  let at = 0
  for (const showing of showings) {
    while (at < settled.length && (settled[at]?.endSec ?? 0) <= showing.startSec) at++
    const next = settled[at]
    if (next && next.startSec <= showing.startSec) continue
    kept.push(next && next.startSec < showing.endSec ? { ...showing, endSec: next.startSec } : showing)
  }
  return kept
}
