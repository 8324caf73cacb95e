import type { TextPool } from '../texts/text-pool.ts'
import type { Plan, Slot } from './query-plans.ts'

/** How much of a text a plan takes up: all of it, its beginning, a part. */
export const extents = { whole: 0, beginning: 1, part: 2 } as const

type Units = Pick<TextPool, 'codes' | 'sounds'>

/** Units of a text that matched: the first, and how many. */
export interface Span {
  place: number
  length: number
}

const fills = (slot: Slot, code: number, sound: number): boolean =>
  slot.code === null ? slot.fits[sound] === 1 || (slot.others !== null && slot.others.has(code)) : slot.code === code

/** The first place from `start` to `last` at which the slots `from` to `to` (exclusive) are filled; -1 if there is none. */
function runPlaceOf(
  slots: readonly Slot[],
  from: number,
  to: number,
  pool: Units,
  start: number,
  last: number,
): number {
  const codes = pool.codes.values
  const sounds = pool.sounds.values
  const length = to - from
  for (let at = start; at <= last; at++) {
    let filled = 0
    while (filled < length) {
      const slot = slots[from + filled]
      if (!slot || !fills(slot, codes[at + filled] ?? 0, sounds[at + filled] ?? 0)) break
      filled++
    }
    if (filled === length) return at
  }
  return -1
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Whether digits at these places are all of a number. */
function isWholeNumber(pool: Units, place: number, length: number, start: number, end: number): boolean {
  const { codes } = pool
  if (!isDigit(codes.at(place))) return true
  return (
    (place === start || !isDigit(codes.at(place - 1))) && (place + length === end || !isDigit(codes.at(place + length)))
  )
}

/** Where the runs of an abbreviation stand, in their order; null where one is missing. */
function runsOf({ slots, runs, atBeginning }: Plan, pool: Units, start: number, end: number): Span[] | null {
  const spans: Span[] = []
  let from = 0
  let at = start
  for (const length of runs ?? []) {
    let place = runPlaceOf(slots, from, from + length, pool, at, atBeginning && from === 0 ? start : end - length)
    while (place >= 0 && !isWholeNumber(pool, place, length, start, end))
      place = runPlaceOf(slots, from, from + length, pool, place + 1, end - length)
    if (place < 0 || place + length > end) return null
    spans.push({ place, length })
    from += length
    at = place + length
  }
  return spans
}

/** The first place between `start` and `end` at which the plan matches; -1 where there is none. */
export function placeOf(plan: Plan, pool: Units, start: number, end: number): number {
  const { slots, atBeginning, runs } = plan
  if (runs !== null) return runsOf(plan, pool, start, end)?.[0]?.place ?? -1
  const last = end - slots.length
  return runPlaceOf(slots, 0, slots.length, pool, start, atBeginning ? Math.min(start, last) : last)
}

/** The units that matched at this place, neighbours together. */
export function spansOf(plan: Plan, place: number, pool: Units, start: number, end: number): Span[] {
  if (plan.runs === null) return [{ place, length: plan.slots.length }]
  const spans: Span[] = []
  for (const span of runsOf(plan, pool, start, end) ?? []) {
    const last = spans.at(-1)
    if (last && last.place + last.length === span.place) last.length += span.length
    else spans.push({ ...span })
  }
  return spans
}

/** The extent of a match that was found at a place. */
export function extentOf(plan: Plan, place: number, start: number, end: number): number {
  if (place !== start) return extents.part
  return plan.slots.length === end - start && !plan.isOpen ? extents.whole : extents.beginning
}
