import type { Unit } from '@yunmu/zh'
import { latinWordsOf, type LatinWords } from '../texts/latin-words.ts'

/** Queries as they may have been meant: a wrong digit in a long number, one wrong letter in a Latin word. */

const shortestNumber = 3
const shortestWord = 4
const maxNearWords = 8

const isDigit = (unit: Unit | undefined): boolean => unit !== undefined && /^\d$/.test(unit.char)
const asLetter = (unit: Unit, char: string): Unit => ({ ...unit, char, sound: char })

/** The places of the digits of the first number that is long enough to hold a wrong one; none where there is none. */
function longNumberOf(units: readonly Unit[]): number[] {
  for (let at = 0; at < units.length; at++) {
    let end = at
    while (isDigit(units[end])) end++
    if (end - at >= shortestNumber) return Array.from({ length: end - at }, (_, offset) => at + offset)
    at = end
  }
  return []
}

export const hasLongNumber = (units: readonly Unit[]): boolean => longNumberOf(units).length > 0

/** A query with one digit of its number replaced, or two neighbours swapped. */
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

/** A query with a Latin word replaced by one of the vocabulary: a word that is not in it, else any. */
export function latinCorrections(units: readonly Unit[], vocabulary: LatinWords): Unit[][] {
  const words = latinWordsOf(units)
  const replace = (at: number, length: number, word: string): Unit[] => {
    const place = units[at]
    return place ? units.toSpliced(at, length, ...Array.from(word, (char) => asLetter(place, char))) : []
  }
  const long = words.filter(({ word }) => word.length >= shortestWord)
  const unknown = long.filter(({ word }) => !vocabulary.has(word))
  const corrected = (unknown.length > 0 ? unknown : long).flatMap(({ at, word }) =>
    vocabulary.near(word, maxNearWords).map((near) => replace(at, word.length, near)),
  )
  const [first] = words
  if (!first || words.length < 2) return corrected
  const joined = words.map(({ word }) => word).join('')
  // The spaces may stand elsewhere than in the name: only where the query is nothing but words.
  if (joined.length !== units.length) return corrected
  return [...corrected, ...vocabulary.near(joined, maxNearWords).map((near) => replace(0, units.length, near))]
}
