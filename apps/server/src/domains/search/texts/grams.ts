import { classCount, initialCount, type SoundTable } from './sound-table.ts'
import { kindNumber, type TextPool } from './text-pool.ts'

/**
 * Grams are the features of texts that are indexed, each a number: first and later characters; first and later pairs of
 * sound classes; one, two and three initials; a hash of all initials of a text. Names have lists separate from aliases and
 * people, because they rank first.
 */

const wholeCount = 2 ** 16
/** Characters share these numbers; there are more, but few collisions among those common in titles. */
const codeCount = 2 ** 13
const firstAt = 0
const restAt = firstAt + codeCount
const firstInitialAt = restAt + codeCount
const firstInitialsAt = firstInitialAt + initialCount
const firstPairAt = firstInitialsAt + initialCount ** 2
const restPairAt = firstPairAt + classCount ** 2
const initialsAt = restPairAt + classCount ** 2
const wholeAt = initialsAt + initialCount ** 3
const gramsOfKind = wholeAt + wholeCount
/** Number of posting lists: those of names, then those of aliases and people. */
export const listCount = 2 * gramsOfKind

/** The number of a gram's posting list. */
export const listOf = (gram: number, isName: boolean): number => (isName ? gram : gram + gramsOfKind)

/** The texts of each gram, the most played titles first. */
export interface PostingLists {
  postings(gram: number): ArrayLike<number>
  countOf(gram: number): number
}

/** FNV-1a hash of the initials of a text: of an empty one, and extended by an initial. */
export const emptyTextHash = 0x811c9dc5
export const extendTextHash = (hash: number, initial: number): number => Math.imul(hash ^ (initial + 1), 0x01000193)

export const grams = {
  first: (code: number): number => firstAt + (code % codeCount),
  /** A character after the first. Not indexed for letters: a single one is not specific enough. */
  rest: (code: number): number => restAt + (code % codeCount),
  firstInitial: (a: number): number => firstInitialAt + a,
  firstInitials: (a: number, b: number): number => firstInitialsAt + a * initialCount + b,
  firstPair: (a: number, b: number): number => firstPairAt + a * classCount + b,
  restPair: (a: number, b: number): number => restPairAt + a * classCount + b,
  /** Three consecutive initials anywhere in the text. */
  initials: (a: number, b: number, c: number): number => initialsAt + (a * initialCount + b) * initialCount + c,
  /** Different texts may share a number. */
  wholeText: (hash: number): number => wholeAt + ((hash ^ (hash >>> 15)) & (wholeCount - 1)),
}

export const isLetter = (code: number): boolean => code >= 97 && code <= 122

/** Visits the number of every posting list that contains a text. */
export function forEachList(pool: TextPool, soundTable: SoundTable, text: number, visit: (list: number) => void): void {
  const isName = pool.kinds.at(text) === kindNumber.name
  const emit = (gram: number): void => visit(listOf(gram, isName))
  const start = pool.starts.at(text)
  const end = pool.starts.at(text + 1)
  let wholeText = emptyTextHash
  let previousClass = -1
  let previousInitial = -1
  let initialBefore = -1
  for (let at = start; at < end; at++) {
    const code = pool.codes.at(at)
    const sound = pool.sounds.at(at)
    const unitClass = soundTable.classOf(sound, code)
    const initial = soundTable.initialOf(sound)
    wholeText = extendTextHash(wholeText, initial)
    if (at === start) {
      emit(grams.first(code))
      emit(grams.firstInitial(initial))
    } else {
      if (!isLetter(code)) emit(grams.rest(code))
      if (at === start + 1) {
        emit(grams.firstPair(previousClass, unitClass))
        emit(grams.firstInitials(previousInitial, initial))
      } else emit(grams.restPair(previousClass, unitClass))
    }
    // Runs of letters are found by their pairs.
    if (initialBefore >= 0 && !(isLetter(code) && isLetter(pool.codes.at(at - 1)) && isLetter(pool.codes.at(at - 2))))
      emit(grams.initials(initialBefore, previousInitial, initial))
    initialBefore = previousInitial
    previousInitial = initial
    previousClass = unitClass
  }
  if (end > start) emit(grams.wholeText(wholeText))
}
