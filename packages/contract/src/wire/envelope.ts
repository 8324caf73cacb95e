import type { ReplyCode } from '../core/refusals.ts'

/** Envelope of every reply. */
export interface Envelope {
  code: ReplyCode
  /** Sealed text, a plain object, or null. Refusals contain `{ refusal: name }`. */
  data: unknown
  msg: string
  /** UTC day of the key that sealed `data`, YYYY-MM-DD. */
  day: string
}

const daySec = 86_400
let lastDay = { number: Number.NaN, text: '' }

/** UTC day of a time. Memoized, because each reply needs the same day several times. */
export function dayOf(nowSec: number): string {
  const number = Math.floor(nowSec / daySec)
  if (lastDay.number !== number) {
    lastDay = { number, text: new Date(number * daySec * 1000).toISOString().slice(0, 10) }
  }
  return lastDay.text
}
