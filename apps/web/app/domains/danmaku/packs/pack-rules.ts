import { danmakuBounds } from '@yunmu/contract'

const { packSec } = danmakuBounds
/** What flies at a moment began no longer ago. */
const flightSec = 15
/** The next pack is read so long before it is needed. */
const aheadSec = 120
/** Packs this far away are let go. */
const farAway = 1

export const packAt = (sec: number): number => Math.floor(Math.max(0, sec) / packSec)

/** The packs that a moment needs, the most urgent first. Nothing that begins at `endSec` or later is there. */
export function packsFor(sec: number, endSec: number): number[] {
  const own = packAt(sec)
  const into = sec - own * packSec
  const needed = [own]
  if (own > 0 && into < flightSec) needed.push(own - 1)
  if (packSec - into < aheadSec) needed.push(own + 1)
  return needed.filter((pack) => pack * packSec < endSec)
}

/** Whether a pack is so far from a moment that it need not be kept. */
export const isFar = (pack: number, sec: number): boolean => Math.abs(pack - packAt(sec)) > farAway

/** The seconds that are kept around a moment: of the packs that are not far. */
export const spanAround = (sec: number): { fromSec: number; toSec: number } => ({
  fromSec: (packAt(sec) - farAway) * packSec,
  toSec: (packAt(sec) + farAway + 1) * packSec,
})

export const packSpan = (pack: number): { fromSec: number; toSec: number } => ({
  fromSec: pack * packSec,
  toSec: (pack + 1) * packSec,
})
