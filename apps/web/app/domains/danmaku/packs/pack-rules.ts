import { danmakuBounds } from '@yunmu/contract'

const { packSec } = danmakuBounds
/** A danmaku is on the screen for at most this time. */
const maxFlightSec = 15
/** The next pack is loaded this long before it is needed. */
const prefetchSec = 120
/** Packs further away are evicted. */
const maxPackDistance = 1

export const packAt = (sec: number): number => Math.floor(Math.max(0, sec) / packSec)

/** Packs needed at a moment, most urgent first, none starting at or after `endSec`. */
export function packsFor(sec: number, endSec: number): number[] {
  const own = packAt(sec)
  const into = sec - own * packSec
  const needed = [own]
  if (own > 0 && into < maxFlightSec) needed.push(own - 1)
  if (packSec - into < prefetchSec) needed.push(own + 1)
  return needed.filter((pack) => pack * packSec < endSec)
}

/** Whether a pack is far enough from a moment to be evicted. */
export const isFar = (pack: number, sec: number): boolean => Math.abs(pack - packAt(sec)) > maxPackDistance

/** Time span of the packs that are kept around a moment. */
export const spanAround = (sec: number): { fromSec: number; toSec: number } => ({
  fromSec: (packAt(sec) - maxPackDistance) * packSec,
  toSec: (packAt(sec) + maxPackDistance + 1) * packSec,
})

export const packSpan = (pack: number): { fromSec: number; toSec: number } => ({
  fromSec: pack * packSec,
  toSec: (pack + 1) * packSec,
})
