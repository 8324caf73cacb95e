import type { TextPool } from '../texts/text-pool.ts'
import type { Pattern, UnitPattern } from './query-patterns.ts'

/** How much of a text matched: all of it, its beginning, another part. */
export const extents = { whole: 0, prefix: 1, part: 2 } as const

type Units = Pick<TextPool, 'codes' | 'sounds'>

/** Matched units of a text: index of the first, and their number. */
export interface Span {
  place: number
  length: number
}

const accepts = (unit: UnitPattern, code: number, sound: number): boolean =>
  unit.code === null
    ? unit.acceptedSounds[sound] === 1 || (unit.otherCodes !== null && unit.otherCodes.has(code))
    : unit.code === code

/** The first place from `start` to `last` at which the unit patterns `from` to `to` (exclusive) match; -1 for none. */
function runPlaceOf(
  units: readonly UnitPattern[],
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
    let matched = 0
    while (matched < length) {
      const unit = units[from + matched]
      if (!unit || !accepts(unit, codes[at + matched] ?? 0, sounds[at + matched] ?? 0)) break
      matched++
    }
    if (matched === length) return at
  }
  return -1
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Whether the units are no digits or a complete number. */
function isWholeNumber(pool: Units, place: number, length: number, start: number, end: number): boolean {
  const { codes } = pool
  if (!isDigit(codes.at(place))) return true
  return (
    (place === start || !isDigit(codes.at(place - 1))) && (place + length === end || !isDigit(codes.at(place + length)))
  )
}

/** The spans of an abbreviation's runs; null if one is missing. */
function runSpansOf({ units, runLengths, anchor }: Pattern, pool: Units, start: number, end: number): Span[] | null {
  const spans: Span[] = []
  let from = 0
  let at = start
  for (const length of runLengths ?? []) {
    let place = runPlaceOf(units, from, from + length, pool, at, anchor !== null && from === 0 ? start : end - length)
    while (place >= 0 && !isWholeNumber(pool, place, length, start, end))
      place = runPlaceOf(units, from, from + length, pool, place + 1, end - length)
    if (place < 0 || place + length > end) return null
    spans.push({ place, length })
    from += length
    at = place + length
  }
  return spans
}

/** The first place between `start` and `end` at which the pattern matches; -1 for none. */
export function placeOf(pattern: Pattern, pool: Units, start: number, end: number): number {
  const { units, anchor, runLengths } = pattern
  if (runLengths !== null) return runSpansOf(pattern, pool, start, end)?.[0]?.place ?? -1
  const last = end - units.length
  if (anchor === 'both' && last !== start) return -1
  return runPlaceOf(units, 0, units.length, pool, start, anchor === null ? last : Math.min(start, last))
}

/** The spans of a match at this place; adjacent ones are merged. */
export function spansOf(pattern: Pattern, place: number, pool: Units, start: number, end: number): Span[] {
  if (pattern.runLengths === null) return [{ place, length: pattern.units.length }]
  const spans: Span[] = []
  for (const span of runSpansOf(pattern, pool, start, end) ?? []) {
    const last = spans.at(-1)
    if (last && last.place + last.length === span.place) last.length += span.length
    else spans.push({ ...span })
  }
  return spans
}

/** The extent of a match at this place. */
export function extentOf(pattern: Pattern, place: number, start: number, end: number): number {
  if (place !== start) return extents.part
  return pattern.units.length === end - start && !pattern.isUnfinished ? extents.whole : extents.prefix
}
