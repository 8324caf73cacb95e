import { classCount, initialCount, type SoundBook } from './sound-book.ts'
import { kindNumber, type TextPool } from './text-pool.ts'

/**
 * What texts are looked up by: characters at the beginning and after it; pairs of classes of sound, likewise; initials, by one, two
 * and three; and the initials of a whole text. One number each. Names of titles stand in lists of their own, because all of
 * them come before other names and people.
 */

const wholeCount = 2 ** 16
/** Characters share these: there are more of them, but not of those that titles are made of. */
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
/** Numbers of lists: those of names, then those of all else. */
export const listCount = 2 * gramsOfKind

/** The number of a gram's list. */
export const listOf = (gram: number, isName: boolean): number => (isName ? gram : gram + gramsOfKind)

/** Texts by gram, those of the most played titles first. */
export interface GramLists {
  list(gram: number): ArrayLike<number>
  lengthOf(gram: number): number
}

/** The hash of the initials of a whole text (FNV-1a): the one of none, and the one with another initial. */
export const noWhole = 0x811c9dc5
export const wholeWith = (hash: number, initial: number): number => Math.imul(hash ^ (initial + 1), 0x01000193)

export const grams = {
  first: (code: number): number => firstAt + (code % codeCount),
  /** A character after the first. Letters have none: a single one in the middle says too little. */
  rest: (code: number): number => restAt + (code % codeCount),
  firstInitial: (a: number): number => firstInitialAt + a,
  firstInitials: (a: number, b: number): number => firstInitialsAt + a * initialCount + b,
  firstPair: (a: number, b: number): number => firstPairAt + a * classCount + b,
  restPair: (a: number, b: number): number => restPairAt + a * classCount + b,
  /** Three in a row, wherever they stand. */
  initials: (a: number, b: number, c: number): number => initialsAt + (a * initialCount + b) * initialCount + c,
  /** Texts share these: there are more rows of initials than numbers. */
  whole: (hash: number): number => wholeAt + ((hash ^ (hash >>> 15)) & (wholeCount - 1)),
}

export const isLetter = (code: number): boolean => code >= 97 && code <= 122

/** Every list that one text stands in. */
export function eachList(pool: TextPool, book: SoundBook, text: number, visit: (list: number) => void): void {
  const isName = pool.kinds.at(text) === kindNumber.name
  const emit = (gram: number): void => visit(listOf(gram, isName))
  const start = pool.starts.at(text)
  const end = pool.starts.at(text + 1)
  let whole = noWhole
  let beforeClass = -1
  let beforeInitial = -1
  let beforeThat = -1
  for (let at = start; at < end; at++) {
    const code = pool.codes.at(at)
    const sound = pool.sounds.at(at)
    const unitClass = book.classOf(sound, code)
    const initial = book.initialOf(sound)
    whole = wholeWith(whole, initial)
    if (at === start) {
      emit(grams.first(code))
      emit(grams.firstInitial(initial))
    } else {
      if (!isLetter(code)) emit(grams.rest(code))
      if (at === start + 1) {
        emit(grams.firstPair(beforeClass, unitClass))
        emit(grams.firstInitials(beforeInitial, initial))
      } else emit(grams.restPair(beforeClass, unitClass))
    }
    // Runs of nothing but letters are found by their pairs.
    if (beforeThat >= 0 && !(isLetter(code) && isLetter(pool.codes.at(at - 1)) && isLetter(pool.codes.at(at - 2))))
      emit(grams.initials(beforeThat, beforeInitial, initial))
    beforeThat = beforeInitial
    beforeInitial = initial
    beforeClass = unitClass
  }
  if (end > start) emit(grams.whole(whole))
}
