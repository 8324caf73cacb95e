import { plainLine, plainText } from '@yunmu/formats'

/** Values of replies of other servers, which send numbers as texts, objects as arrays, and null for anything. */

export type Loose = Readonly<Record<string, unknown>>

/** An object; an empty one for anything else. */
export const recordOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}

/** The elements of an array, or the values of an object with numbers as its keys. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : []

const rawText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''

/** A line of plain text, cut to a length. */
export const lineOf = (value: unknown, maxLength = 200): string =>
  [...plainLine(rawText(value)).trim()].slice(0, maxLength).join('')

/** Plain text of several lines. */
export const textOf = (value: unknown, maxLength = 10_000): string =>
  [...plainText(rawText(value))].slice(0, maxLength).join('').trim()

/** An id or an address as it is: nothing is changed in it, and what has spaces or is too long is empty. */
export function wordOf(value: unknown, maxLength = 500): string {
  const text = rawText(value).trim()
  return text.length > maxLength || /[\s\p{Cc}]/u.test(text) ? '' : text
}

/** A number of at least 0; 0 for anything else. */
export function numberOf(value: unknown, max = 2_147_483_647): number {
  const number = typeof value === 'number' ? value : Number.parseFloat(rawText(value).trim())
  return Number.isFinite(number) && number > 0 ? Math.min(number, max) : 0
}

export const intOf = (value: unknown, max = 2_147_483_647): number => Math.floor(numberOf(value, max))

/** `1`, `"1"`, `true` and `"true"`. */
export const isTrue = (value: unknown): boolean => value === true || /^(?:1|true)$/i.test(rawText(value))

/** Unix seconds of a time in seconds, or as a text; 0 if it is none. */
export function secOf(value: unknown): number {
  const text = rawText(value).trim()
  const sec = /^\d{9,10}$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000)
  return Number.isFinite(sec) && sec > 0 && sec < 4_102_444_800 ? sec : 0
}

export function yearOf(value: unknown): number {
  const year = Number(/^\s*(\d{4})(?!\d)/.exec(rawText(value))?.[1] ?? 0)
  return year >= 1880 && year <= 2100 ? year : 0
}
