import { confusedForm, type SoundTable } from './sound-table.ts'

/** Readings of typed letters as pinyin. Only sounds of the sound table are considered. */

/** One unit of a reading: a whole syllable, or the beginning of one. */
export interface Syllable {
  text: string
  isWhole: boolean
}

const maxSyllableLength = 6
const maxRunLength = 40
const maxReadings = 12
const maxMistyped = 400
/** Longer inputs are less ambiguous: fewer corrections are tried for them. */
const fullEffortLength = 12

interface Syllabary {
  size: number
  names: Set<string>
  forms: Set<string>
  prefixes: Set<string>
}

const syllabaries = new WeakMap<SoundTable, Syllabary>()

/** Single letters are syllables only if they are ones in Chinese. */
const isSound = (name: string): boolean => name.length > 1 || 'aeo'.includes(name)

function syllabaryOf(soundTable: SoundTable): Syllabary {
  const cached = syllabaries.get(soundTable)
  if (cached?.size === soundTable.size) return cached
  const names = soundTable.names.filter((name) => /^[a-z]+$/.test(name) && isSound(name))
  const syllabary = {
    size: soundTable.size,
    names: new Set(names),
    forms: new Set(names.map(confusedForm)),
    prefixes: new Set(names.flatMap((name) => [...name].map((_, at) => name.slice(0, at + 1)))),
  }
  syllabaries.set(soundTable, syllabary)
  return syllabary
}

/** The ways to split letters into allowed pieces, longer pieces first; at most `maxReadings`. */
function segmentations(run: string, isAllowed: (piece: string, isLast: boolean) => boolean): string[][] {
  const found: string[][] = []
  /** Positions from which the end cannot be reached. */
  const deadEnds = new Set<number>()
  const walk = (at: number, pieces: string[]): boolean => {
    if (at === run.length) {
      found.push(pieces)
      return true
    }
    if (deadEnds.has(at)) return false
    let isPossible = false
    for (let length = Math.min(maxSyllableLength, run.length - at); length > 0; length--) {
      if (found.length >= maxReadings) return true
      const piece = run.slice(at, at + length)
      if (isAllowed(piece, at + length === run.length) && walk(at + length, [...pieces, piece])) isPossible = true
    }
    if (!isPossible) deadEnds.add(at)
    return isPossible
  }
  walk(0, [])
  return found
}

const wholeSyllables = (pieces: readonly string[]): Syllable[] => pieces.map((text) => ({ text, isWhole: true }))
const syllablePrefixes = (pieces: readonly string[]): Syllable[] => pieces.map((text) => ({ text, isWhole: false }))

/** Letters as whole syllables, as syllables with an unfinished last one, as initials, and as a mix of both. */
export function readingsOfLetters(run: string, soundTable: SoundTable): Syllable[][] {
  if (run.length > maxRunLength) return []
  const { names, prefixes } = syllabaryOf(soundTable)
  const unfinished = segmentations(run, (piece, isLast) => (isLast ? prefixes.has(piece) : names.has(piece)))
  const readings = [
    ...segmentations(run, (piece) => names.has(piece)).map(wholeSyllables),
    ...unfinished.map((pieces) => [...wholeSyllables(pieces.slice(0, -1)), ...syllablePrefixes(pieces.slice(-1))]),
    syllablePrefixes([...run]),
    syllablePrefixes(run.match(/[zcs]h|./g) ?? []),
    (run.match(mixedPatternOf(names)) ?? []).map((text) => ({ text, isWhole: text.length > 1 })),
  ]
  return [...new Map(readings.map((syllables) => [JSON.stringify(syllables), syllables])).values()]
}

const mixedPatterns = new WeakMap<Set<string>, RegExp>()

/** Matches the longest syllable at each place, else one letter. */
function mixedPatternOf(names: Set<string>): RegExp {
  const pattern =
    mixedPatterns.get(names) ??
    new RegExp(
      [...names]
        .filter(({ length }) => length > 1)
        .toSorted((a, b) => b.length - a.length)
        .concat('.')
        .join('|'),
      'g',
    )
  mixedPatterns.set(names, pattern)
  return pattern
}

/** Letters as syllables that may be confused with others: `cen` may mean cheng. */
export function confusedReadings(run: string, soundTable: SoundTable): Syllable[][] {
  const { forms } = syllabaryOf(soundTable)
  if (run.length > maxRunLength) return []
  return segmentations(run, (piece) => isSound(piece) && forms.has(confusedForm(piece))).map(wholeSyllables)
}

/** Whether a syllable and the letters from `at` to `end` differ by one letter inserted, omitted, replaced or swapped. */
function isOneEdit(name: string, run: string, at: number, end: number): boolean {
  const [long, given] = [name.length, end - at]
  const shorter = Math.min(long, given)
  if (Math.abs(long - given) > 1) return false
  let head = 0
  while (head < shorter && name[head] === run[at + head]) head++
  let tail = 0
  while (tail < shorter - head && name[long - 1 - tail] === run[end - 1 - tail]) tail++
  const [left, right] = [long - head - tail, given - head - tail]
  if (left === 0 && right === 0) return false
  if (left <= 1 && right <= 1) return true
  return left === 2 && right === 2 && name[head] === run[at + head + 1] && name[head + 1] === run[at + head]
}

/** Positions that can be reached from the beginning by whole syllables. */
function reachedBy(run: string, names: ReadonlySet<string>): Set<number> {
  const reached = new Set([0])
  for (const at of reached) {
    for (let length = 1; length <= maxSyllableLength; length++)
      if (names.has(run.slice(at, at + length))) reached.add(at + length)
  }
  return reached
}

/** Initials of names that are corrected: shorter ones stand for too many names. */
const minInitials = 5
const maxInitials = 8

/** Letters as initials with one letter too many, too few, replaced or swapped; null stands for any initial. */
export function mistypedInitials(run: string): (string | null)[][] {
  const letters: readonly (string | null)[] = [...run]
  // Few syllables begin with a vowel: more than one means pinyin.
  const vowelCount = run.match(/[aeiouv]/g)?.length ?? 0
  if (run.length < minInitials || run.length > maxInitials || vowelCount > 1) return []
  const corrections = letters.flatMap((letter, at): (string | null)[][] => {
    const next = letters[at + 1]
    return [
      letters.toSpliced(at, 1),
      letters.toSpliced(at, 1, null),
      letters.toSpliced(at, 0, null),
      ...(next === undefined || next === letter ? [] : [letters.toSpliced(at, 2, next, letter)]),
    ]
  })
  return [...corrections, [...letters, null]]
}

/** Letters as two or more syllables, one of which has one wrong letter. */
export function mistypedReadings(run: string, soundTable: SoundTable): string[][] {
  const { names } = syllabaryOf(soundTable)
  if (run.length < 4 || run.length > maxRunLength) return []
  const limit = Math.ceil(maxMistyped * Math.min(1, fullEffortLength / run.length) ** 2)
  const reached = reachedBy(run, names)
  const exactTails = new Map<number, string[][]>([[run.length, [[]]]])
  const mistyped = new Map<number, string[][]>([[run.length, []]])
  for (let at = run.length - 1; at >= 0; at--) {
    const exact: string[][] = []
    const withEdit: string[][] = []
    for (const name of names) {
      const rest = at + name.length
      if (run.startsWith(name, at)) {
        for (const tail of exactTails.get(rest) ?? []) exact.push([name, ...tail])
        for (const tail of mistyped.get(rest) ?? []) withEdit.push([name, ...tail])
      }
      if (!reached.has(at)) continue
      for (const end of [rest - 1, rest, rest + 1]) {
        const tails = end > at ? exactTails.get(end) : undefined
        if (!tails || tails.length === 0 || !isOneEdit(name, run, at, end)) continue
        for (const tail of tails) withEdit.push([name, ...tail])
      }
    }
    exactTails.set(at, exact.slice(0, maxReadings))
    mistyped.set(at, withEdit.slice(0, limit))
  }
  return (mistyped.get(0) ?? []).filter(({ length }) => length > 1)
}
