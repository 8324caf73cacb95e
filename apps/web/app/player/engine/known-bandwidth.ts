import { readStored, writeStored } from '../../lib/storage.ts'

/** The bandwidth that was measured last in this browser, so that playback does not begin too low. */

const storageKey = 'bandwidth'
/** A viewer may be elsewhere later. */
const validMs = 24 * 3_600_000
/** Part of it that is relied on: choosing too high stalls, choosing too low rises after a segment. */
const safeShare = 0.7
const minIntervalMs = 5000

/** Bits per second that playback may count on at its start; null if unknown. */
export function parseBandwidth(text: string | null, nowMs: number): number | null {
  const [bitsPerSec = NaN, atMs = NaN] = (text ?? '').split(' ').map(Number)
  const isValid = bitsPerSec > 0 && bitsPerSec < Infinity && atMs <= nowMs && nowMs - atMs < validMs
  return isValid ? bitsPerSec * safeShare : null
}

export const readBandwidth = (): number | null => parseBandwidth(readStored(storageKey), Date.now())

let storedMs = -Infinity

/** Remembers a measurement, at most every few seconds. */
export function storeBandwidth(bitsPerSec: number): void {
  const nowMs = Date.now()
  if (!(bitsPerSec > 0) || nowMs - storedMs < minIntervalMs) return
  storedMs = nowMs
  writeStored(storageKey, `${Math.round(bitsPerSec)} ${nowMs}`)
}
