import { isCalendarDay, maxId } from '@yunmu/contract/constants'

/** The longest word of a filter that lists know. */
const longestWord = 40
const longestSearch = 100

/** A number as addresses carry it; null for what is none, smaller than `from`, or larger than any id. */
export function readNumber(text: string | null | undefined, from = 1): number | null {
  const number = /^\d{1,10}$/.test(text ?? '') ? Number(text) : -1
  return number >= from && number <= maxId ? number : null
}

/** As many numbers as there are lower bounds; null where one of them, or their count, is wrong. */
export function readNumbers(texts: readonly string[], from: readonly number[]): number[] | null {
  if (texts.length !== from.length) return null
  const numbers = texts.map((text, at) => readNumber(text, from[at]))
  return numbers.every((number) => number !== null) ? numbers : null
}

/** The number of a list's page; the first for what is none. */
export function readPageNumber(text: string | undefined): number {
  return /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1
}

/** A calendar day, YYYY-MM-DD; undefined for what is none. */
export function readDay(text: string | undefined): string | undefined {
  return text !== undefined && isCalendarDay(text) ? text : undefined
}

/** Whether a text can be a word of an address. Dots alone would be steps in a path. */
export const isWord = (text: string | undefined): text is string =>
  text !== undefined && text !== '' && text.length <= longestWord && text !== '.' && text !== '..'

/** What is searched for, cut to what a title could be called. */
export const readSearch = (text: string | undefined): string =>
  (text ?? '').trim().slice(0, longestSearch).toWellFormed().trim()

/** One of a few words; undefined for any other. */
export const oneOf = <Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined =>
  words.find((word) => word === text)
