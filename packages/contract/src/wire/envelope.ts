import type { ReplyCode } from '../core/refusals.ts'

/** What every reply of the product looks like on the wire. */
export interface Envelope {
  code: ReplyCode
  /** Sealed text, a plain object, or null. A refusal carries `{ refusal: name }`. */
  data: unknown
  msg: string
  /** UTC day of the key that sealed `data`, YYYY-MM-DD. */
  day: string
}

const daySec = 86_400
let lastDay = { number: Number.NaN, text: '' }

/** UTC day of a moment, as the key derivation wants it. Each reply asks several times, always for the same day. */
export function dayOf(nowSec: number): string {
  const number = Math.floor(nowSec / daySec)
  if (lastDay.number !== number) {
    lastDay = { number, text: new Date(number * daySec * 1000).toISOString().slice(0, 10) }
  }
  return lastDay.text
}
