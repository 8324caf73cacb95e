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

/** UTC day of a moment, as the key derivation wants it. */
export function dayOf(nowSec: number): string {
  return new Date(nowSec * 1000).toISOString().slice(0, 10)
}
