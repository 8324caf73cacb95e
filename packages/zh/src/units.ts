import { digitOf, romanCharacters, romanWords } from './numerals.ts'
import { readingsOf } from './pinyin.ts'
import { toSimplified } from './script.ts'

/** A unit of comparison: a character, letter or digit. */
export interface Unit {
  /** Folded: simplified, lower case, without width or accents; Chinese numerals as digits. */
  readonly char: string
  /** Pinyin of a Chinese character, or the letter or digit itself; empty if unknown. */
  readonly sound: string
  /** The range of the text's code points that the unit stands for; `to` is exclusive. */
  readonly from: number
  readonly to: number
}

interface Folded {
  char: string
  from: number
  to: number
}

const latin = /\p{Script=Latin}/u
/** Combining marks. */
const accent = /^\p{Script=Inherited}$/u
const wordCharacter = /[\p{L}\p{M}\p{N}]/u
/** A numeral follows something, and no Latin letter or digit touches it: `无间道II` and `Rocky II`, not `Hawaii`. */
const romanWord = /(?<=[^\p{Script=Latin}\p{N}])(?:viii|vii|iii|vi|iv|ix|ii)(?![\p{Script=Latin}\p{N}])/gu
const maxCached = 50_000
const foldedPoints = new Map<string, string>()

/** Folds a code point, which may give several characters or none. */
function foldPoint(point: string): string {
  const known = foldedPoints.get(point)
  if (known !== undefined) return known
  const widthFolded = romanCharacters.get(point) ?? point.normalize('NFKC').toLowerCase().normalize('NFKC')
  const folded = accent.test(widthFolded)
    ? ''
    : latin.test(widthFolded)
      ? widthFolded.normalize('NFKD').replace(/\p{M}+/gu, '')
      : widthFolded
  if (foldedPoints.size < maxCached) foldedPoints.set(point, folded)
  return folded
}

/** Characters whose folded form does not depend on their neighbours, which is most of them. */
interface SimpleUnit {
  char: string
  isWord: boolean
}

const simpleUnits = new Map<string, SimpleUnit | null>()
const partOfRoman = /^[iv]$/

/** Null for a character that folds to several, has another simplified form, or may be part of a Roman numeral. */
function simpleUnit(point: string): SimpleUnit | null {
  const known = simpleUnits.get(point)
  if (known !== undefined) return known
  const char = foldPoint(point)
  const isSimple = [...char].length === 1 && toSimplified(char) === char && !partOfRoman.test(char)
  const unit = isSimple ? { char, isWord: wordCharacter.test(char) } : null
  if (simpleUnits.size < maxCached) simpleUnits.set(point, unit)
  return unit
}

/** Folds a text of simple characters, or returns null. */
function foldSimple(text: string): Folded[] | null {
  const units: Folded[] = []
  let at = 0
  for (const point of text) {
    const simple = simpleUnit(point)
    if (simple === null) return null
    if (simple.isWord) units.push({ char: simple.char, from: at, to: at + 1 })
    at++
  }
  return units.length > 0 ? units : null
}

/** Replaces Roman numerals that are whole words by the digit. */
function replaceRoman(points: Folded[]): Folded[] {
  const text = points.map(({ char }) => (char.length === 1 ? char : '-')).join('')
  const found = [...text.matchAll(romanWord)]
  if (found.length === 0) return points
  const replaced: Folded[] = []
  let next = 0
  for (const { 0: word, index } of found) {
    replaced.push(...points.slice(next, index))
    next = index + word.length
    replaced.push({ char: romanWords[word] ?? word, from: points[index]?.from ?? 0, to: points[next - 1]?.to ?? 0 })
  }
  return [...replaced, ...points.slice(next)]
}

/** Folds any text. */
function foldAny(text: string): Folded[] {
  const folded = [...text.toWellFormed()].flatMap((point, at) =>
    Array.from(foldPoint(point), (char): Folded => ({ char, from: at, to: at + 1 })),
  )
  // Conversion keeps the number of characters, so their positions stay valid.
  const simplified = [...toSimplified(folded.map(({ char }) => char).join(''))]
  const converted = replaceRoman(folded.map((unit, at) => ({ ...unit, char: simplified[at] ?? unit.char })))
  const words = converted.filter(({ char }) => wordCharacter.test(char))
  return words.length > 0 ? words : converted.filter(({ char }) => char.trim() !== '')
}

const foldedOf = (text: string): Folded[] => foldSimple(text) ?? foldAny(text)

/** The positions of a text's units in the original text, for highlighting, which needs no sounds. */
export function unitPositionsOf(text: string): Pick<Unit, 'from' | 'to'>[] {
  return foldedOf(text)
}

/**
 * The comparison units of a text with their positions in the original text. Punctuation and gaps are skipped, unless
 * there is nothing else.
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
