import { confusedForm, type SoundBook } from './sound-book.ts'

/** How letters that somebody typed may be read as pinyin. Pure; knows only the sounds that the book has met. */

/** One unit of a reading: a whole sound, or the beginning of one. */
export interface Step {
  text: string
  whole: boolean
}

const longestSyllable = 6
const longestRun = 40
const mostReadings = 12
const mostSlips = 400
/** So many letters leave little doubt: fewer readings are tried of more. */
const fewLetters = 12

interface Known {
  size: number
  names: Set<string>
  forms: Set<string>
  beginnings: Set<string>
}

const knownOf = new WeakMap<SoundBook, Known>()

/** A letter that stands alone is a sound only where it is one in Chinese. */
const isSound = (name: string): boolean => name.length > 1 || 'aeo'.includes(name)

function known(book: SoundBook): Known {
  const kept = knownOf.get(book)
  if (kept?.size === book.size) return kept
  const names = book.names.filter((name) => /^[a-z]+$/.test(name) && isSound(name))
  const made = {
    size: book.size,
    names: new Set(names),
    forms: new Set(names.map(confusedForm)),
    beginnings: new Set(names.flatMap((name) => [...name].map((_, at) => name.slice(0, at + 1)))),
  }
  knownOf.set(book, made)
  return made
}

/** Every way to cut letters into pieces that pass a test, those with longer pieces first. */
function cuts(run: string, passes: (piece: string, isLast: boolean) => boolean): string[][] {
  const found: string[][] = []
  /** From here no cut leads to the end. */
  const dead = new Set<number>()
  const walk = (at: number, pieces: string[]): boolean => {
    if (at === run.length) {
      found.push(pieces)
      return true
    }
    if (dead.has(at)) return false
    let leads = false
    for (let length = Math.min(longestSyllable, run.length - at); length > 0; length--) {
      if (found.length >= mostReadings) return true
      const piece = run.slice(at, at + length)
      if (passes(piece, at + length === run.length) && walk(at + length, [...pieces, piece])) leads = true
    }
    if (!leads) dead.add(at)
    return leads
  }
  walk(0, [])
  return found
}

const wholes = (pieces: readonly string[]): Step[] => pieces.map((text) => ({ text, whole: true }))
const beginnings = (pieces: readonly string[]): Step[] => pieces.map((text) => ({ text, whole: false }))

/** Letters as whole sounds, as sounds of which the last is not finished, as initials, and as a mix of sounds and initials. */
export function readingsOfLetters(run: string, book: SoundBook): Step[][] {
  if (run.length > longestRun) return []
  const { names, beginnings: begun } = known(book)
  const unfinished = cuts(run, (piece, isLast) => (isLast ? begun.has(piece) : names.has(piece)))
  const readings = [
    ...cuts(run, (piece) => names.has(piece)).map(wholes),
    ...unfinished.map((pieces) => [...wholes(pieces.slice(0, -1)), ...beginnings(pieces.slice(-1))]),
    beginnings([...run]),
    beginnings(run.match(/[zcs]h|./g) ?? []),
    (run.match(mixed(names)) ?? []).map((text) => ({ text, whole: text.length > 1 })),
  ]
  return [...new Map(readings.map((steps) => [JSON.stringify(steps), steps])).values()]
}

const mixedPatterns = new WeakMap<Set<string>, RegExp>()

/** The longest sound at each place, else one letter. */
function mixed(names: Set<string>): RegExp {
  const made =
    mixedPatterns.get(names) ??
    new RegExp(
      [...names]
        .filter(({ length }) => length > 1)
        .toSorted((a, b) => b.length - a.length)
        .concat('.')
        .join('|'),
      'g',
    )
  mixedPatterns.set(names, made)
  return made
}

/** Letters as whole sounds that people mix up with others: `cen` may be cheng. */
export function confusedReadings(run: string, book: SoundBook): Step[][] {
  const { forms } = known(book)
  if (run.length > longestRun) return []
  return cuts(run, (piece) => isSound(piece) && forms.has(confusedForm(piece))).map(wholes)
}

/** Whether a sound and the letters from `at` to `end` differ by one letter put in, left out, changed, or swapped. */
function isOneSlip(name: string, run: string, at: number, end: number): boolean {
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

/** The places that whole sounds lead to from the beginning. */
function reachedBy(run: string, names: ReadonlySet<string>): Set<number> {
  const reached = new Set([0])
  for (const at of reached) {
    for (let length = 1; length <= longestSyllable; length++)
      if (names.has(run.slice(at, at + length))) reached.add(at + length)
  }
  return reached
}

/** Letters as two or more whole sounds, one of which was mistyped by one letter. */
export function mistypedReadings(run: string, book: SoundBook): string[][] {
  const { names } = known(book)
  if (run.length < 4 || run.length > longestRun) return []
  const most = Math.ceil(mostSlips * Math.min(1, fewLetters / run.length) ** 2)
  const reached = reachedBy(run, names)
  const clean = new Map<number, string[][]>([[run.length, [[]]]])
  const slipped = new Map<number, string[][]>([[run.length, []]])
  for (let at = run.length - 1; at >= 0; at--) {
    const exact: string[][] = []
    const withSlip: string[][] = []
    for (const name of names) {
      const rest = at + name.length
      if (run.startsWith(name, at)) {
        for (const tail of clean.get(rest) ?? []) exact.push([name, ...tail])
        for (const tail of slipped.get(rest) ?? []) withSlip.push([name, ...tail])
      }
      if (!reached.has(at)) continue
      for (const end of [rest - 1, rest, rest + 1]) {
        const tails = end > at ? clean.get(end) : undefined
        if (!tails || tails.length === 0 || !isOneSlip(name, run, at, end)) continue
        for (const tail of tails) withSlip.push([name, ...tail])
      }
    }
    clean.set(at, exact.slice(0, mostReadings))
    slipped.set(at, withSlip.slice(0, most))
  }
  return (slipped.get(0) ?? []).filter(({ length }) => length > 1)
}
