import type { Unit } from '@yunmu/zh'
import { latinWordsOf, type LatinWords } from '../texts/latin-words.ts'

/** Corrections of queries: one wrong digit in a long number, one wrong letter in a Latin word. */

const minNumberLength = 3
const minWordLength = 4
const maxNearWords = 8

const isDigit = (unit: Unit | undefined): boolean => unit !== undefined && /^\d$/.test(unit.char)
const asLetter = (unit: Unit, char: string): Unit => ({ ...unit, char, sound: char })

/** The indexes of the digits of the first number with at least `minNumberLength` digits; empty for none. */
function longNumberOf(units: readonly Unit[]): number[] {
  for (let at = 0; at < units.length; at++) {
    let end = at
    while (isDigit(units[end])) end++
    if (end - at >= minNumberLength) return Array.from({ length: end - at }, (_, offset) => at + offset)
    at = end
  }
  return []
}

export const hasLongNumber = (units: readonly Unit[]): boolean => longNumberOf(units).length > 0

/** The query with one digit of its number replaced, or two adjacent digits swapped. */
export function digitCorrections(units: readonly Unit[]): Unit[][] {
  const corrected: Unit[][] = []
  for (const at of longNumberOf(units)) {
    const [unit, next] = [units[at], units[at + 1]]
    if (!unit) continue
    for (let digit = 0; digit < 10; digit++)
      if (String(digit) !== unit.char) corrected.push(units.with(at, asLetter(unit, String(digit))))
    if (next && isDigit(next) && next.char !== unit.char)
      corrected.push(units.with(at, asLetter(unit, next.char)).with(at + 1, asLetter(next, unit.char)))
  }
  return corrected
}

/** The query with one Latin word replaced by a similar one of the vocabulary. Unknown words are replaced, if there are any. */
export function latinCorrections(units: readonly Unit[], vocabulary: LatinWords): Unit[][] {
  const words = latinWordsOf(units)
  const replace = (at: number, length: number, word: string): Unit[] => {
    const place = units[at]
    return place ? units.toSpliced(at, length, ...Array.from(word, (char) => asLetter(place, char))) : []
  }
  const long = words.filter(({ word }) => word.length >= minWordLength)
  const unknown = long.filter(({ word }) => !vocabulary.has(word))
  const corrected = (unknown.length > 0 ? unknown : long).flatMap(({ at, word }) =>
    vocabulary.similarTo(word, maxNearWords).map((similar) => replace(at, word.length, similar)),
  )
  const [first] = words
  if (!first || words.length < 2) return corrected
  const joined = words.map(({ word }) => word).join('')
  // Spaces may be misplaced. Tried only if the query consists of Latin words alone.
  if (joined.length !== units.length) return corrected
  return [
    ...corrected,
    ...vocabulary.similarTo(joined, maxNearWords).map((similar) => replace(0, units.length, similar)),
  ]
}
