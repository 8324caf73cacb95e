import { isCalendarDay, maxId } from '@yunmu/contract/constants'

/** Upper bound of filter values. */
const maxValueLength = 40
const maxSearchLength = 100

/** Parses a number; null if invalid, below `from`, or above the maximum id. */
export function readNumber(text: string | null | undefined, from = 1): number | null {
  const number = /^\d{1,10}$/.test(text ?? '') ? Number(text) : -1
  return number >= from && number <= maxId ? number : null
}

/** Parses one number per lower bound; null if the count or any number is invalid. */
export function readNumbers(texts: readonly string[], from: readonly number[]): number[] | null {
  if (texts.length !== from.length) return null
  const numbers = texts.map((text, at) => readNumber(text, from[at]))
  return numbers.every((number) => number !== null) ? numbers : null
}

/** Page number of a list; 1 if invalid. */
export function readPageNumber(text: string | undefined): number {
  return /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1
}

/** A calendar date, YYYY-MM-DD; undefined if invalid. */
export function readDay(text: string | undefined): string | undefined {
  return text !== undefined && isCalendarDay(text) ? text : undefined
}

/** Whether a text is a valid path value. `.` and `..` are path steps. */
export const isValue = (text: string | undefined): text is string =>
  text !== undefined && text !== '' && text.length <= maxValueLength && text !== '.' && text !== '..'

/** A search text, trimmed and truncated. */
export const readSearch = (text: string | undefined): string =>
  (text ?? '').trim().slice(0, maxSearchLength).toWellFormed().trim()

/** One of the given values; undefined for others. */
export const oneOf = <Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined =>
  words.find((word) => word === text)
