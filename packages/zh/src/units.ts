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

/** What a character comes to by itself: most do, whatever stands beside them. */
interface PlainUnit {
  char: string
  isWord: boolean
}

const plainUnits = new Map<string, PlainUnit | null>()
const partOfRoman = /^[iv]$/

/** Null for a character that several come of, that has another form in simplified, or that may be part of a numeral. */
function plainUnit(point: string): PlainUnit | null {
  const known = plainUnits.get(point)
  if (known !== undefined) return known
  const char = foldPoint(point)
  const isPlain = [...char].length === 1 && toSimplified(char) === char && !partOfRoman.test(char)
  const made = isPlain ? { char, isWord: counts.test(char) } : null
  if (plainUnits.size < remembered) plainUnits.set(point, made)
  return made
}

/** The folded units of a text that needs no more than a look at each character, or null. */
function foldPlainly(text: string): Folded[] | null {
  const units: Folded[] = []
  let at = 0
  for (const point of text) {
    const plain = plainUnit(point)
    if (plain === null) return null
    if (plain.isWord) units.push({ char: plain.char, from: at, to: at + 1 })
    at++
  }
  return units.length > 0 ? units : null
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

/** The folded units of any text. */
function foldFully(text: string): Folded[] {
  const folded = [...text.toWellFormed()].flatMap((point, at) =>
    Array.from(foldPoint(point), (char): Folded => ({ char, from: at, to: at + 1 })),
  )
  // Conversion keeps the number of characters: each stays the one that it was.
  const simplified = [...toSimplified(folded.map(({ char }) => char).join(''))]
  const kept = readRoman(folded.map((unit, at) => ({ ...unit, char: simplified[at] ?? unit.char })))
  const words = kept.filter(({ char }) => counts.test(char))
  return words.length > 0 ? words : kept.filter(({ char }) => char.trim() !== '')
}

const foldedOf = (text: string): Folded[] => foldPlainly(text) ?? foldFully(text)

/** The places of a text's units in the text as it is shown: for marks, which need no sounds. */
export function unitPlacesOf(text: string): Pick<Unit, 'from' | 'to'>[] {
  return foldedOf(text)
}

/**
 * A text as it is compared, unit by unit, with the places of the units in the text as it is shown: punctuation and gaps
 * are passed over, unless there is nothing else.
 */
export function unitsOf(text: string): Unit[] {
  const units = foldedOf(text)
  const readings = readingsOf(units.map(({ char }) => char))
  return units.map(({ char, from, to }, at) => ({
    char: digitOf.get(char) ?? char,
    sound: readings[at] ?? '',
    from,
    to,
  }))
}
