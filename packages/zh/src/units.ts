import { digitOf, romanCharacters, romanWords } from './numerals.ts'
import { readingsOf } from './pinyin.ts'
import { toSimplified } from './script.ts'

/** One thing that a text is compared by: a character, a letter or a digit. */
export interface Unit {
  /** Folded: simplified, lower case, without width or accents; Chinese numerals as digits. */
  readonly char: string
  /** Pinyin of a Chinese character, a letter or digit as it is; empty where nothing is known. */
  readonly sound: string
  /** The characters (code points) of the text that it stands for: the first, and the one after the last. */
  readonly from: number
  readonly to: number
}

interface Folded {
  char: string
  from: number
  to: number
}

const latin = /\p{Script=Latin}/u
/** Accents that stand by themselves. */
const accent = /^\p{Script=Inherited}$/u
const counts = /[\p{L}\p{M}\p{N}]/u
const romanWord = /(?<=[^\p{L}\p{N}])(?:viii|vii|iii|vi|iv|ix|ii)(?![\p{L}\p{N}])/gu
const remembered = 50_000
const foldedPoints = new Map<string, string>()

/** A code point in the form that is compared, which may be several characters or none. */
function foldPoint(point: string): string {
  const known = foldedPoints.get(point)
  if (known !== undefined) return known
  const wide = romanCharacters.get(point) ?? point.normalize('NFKC').toLowerCase().normalize('NFKC')
  const folded = accent.test(wide) ? '' : latin.test(wide) ? wide.normalize('NFKD').replace(/\p{M}+/gu, '') : wide
  if (foldedPoints.size < remembered) foldedPoints.set(point, folded)
  return folded
}

/** Roman numerals that stand as words become the digit. */
function readRoman(points: Folded[]): Folded[] {
  const text = points.map(({ char }) => (char.length === 1 ? char : '-')).join('')
  const found = [...text.matchAll(romanWord)]
  if (found.length === 0) return points
  const read: Folded[] = []
  let next = 0
  for (const { 0: word, index } of found) {
    read.push(...points.slice(next, index))
    next = index + word.length
    read.push({ char: romanWords[word] ?? word, from: points[index]?.from ?? 0, to: points[next - 1]?.to ?? 0 })
  }
  return [...read, ...points.slice(next)]
}

/**
 * A text as it is compared, unit by unit, with the places of the units in the text as it is shown: punctuation and gaps
 * are passed over, unless there is nothing else.
 */
export function unitsOf(text: string): Unit[] {
  const shown = [...text.toWellFormed()]
  const folded = shown.flatMap((point, at) =>
    Array.from(foldPoint(point), (char): Folded => ({ char, from: at, to: at + 1 })),
  )
  // Conversion keeps the number of characters: each stays the one that it was.
  const simplified = [...toSimplified(folded.map(({ char }) => char).join(''))]
  const kept = readRoman(folded.map((unit, at) => ({ ...unit, char: simplified[at] ?? unit.char })))
  const words = kept.filter(({ char }) => counts.test(char))
  const units = words.length > 0 ? words : kept.filter(({ char }) => char.trim() !== '')
  const readings = readingsOf(units.map(({ char }) => char))
  return units.map((unit, at) => ({
    ...unit,
    char: digitOf.get(unit.char) ?? unit.char,
    sound: readings[at] ?? '',
  }))
}
