import { danmakuBounds, type CommentKind, type DanmakuMode, type DanmakuSize } from '@yunmu/contract'
import { chinaDay, dayStartSec } from '@yunmu/contract/china-time'

/** Where danmaku belong together: an episode whatever the line, a channel, a match. */
export interface Pool {
  kind: CommentKind
  id: number
  /** The episode; 0 for channels and matches. */
  level: number
}

/** The pool of a place: channels and matches have no episodes. */
export const poolOf = ({ kind, id, level }: Pool): Pool => ({ kind, id, level: kind === 'vod' ? level : 0 })

const packMs = danmakuBounds.packSec * 1000
const dayMs = 24 * 3_600_000

/** The pack that a moment belongs to, milliseconds in an episode or of the day. */
export const packOf = (atMs: number): number => Math.floor(atMs / packMs)

/** The pack that a moment belongs to, seconds as in `Danmaku`. */
export const packAt = (timeSec: number): number => packOf(Math.round(timeSec * 1000))

/** The moments of a pack, from one up to another. */
export const spanOfPack = (pack: number): { fromMs: number; toMs: number } => ({
  fromMs: pack * packMs,
  toMs: (pack + 1) * packMs,
})

/** Packs are put together from segments: what happens in one leaves the others as they are. The database divides alike. */
const segmentMs = 15_000
/** Whole segments make a pack. */
export const segmentsInPack = packMs / segmentMs

/** The segment that a moment belongs to, milliseconds in an episode or of the day. */
export const segmentOf = (atMs: number): number => Math.floor(atMs / segmentMs)

/** The moments of a segment. */
export const spanOfSegment = (segment: number): Span => ({
  fromMs: segment * segmentMs,
  toMs: (segment + 1) * segmentMs,
})

/** What a danmaku looks like. */
export interface DanmakuStyle {
  mode: DanmakuMode
  color: number
  size: DanmakuSize
}

/** Whether a text has as many characters as a danmaku may have. It has been cleaned. */
export function isValidLength(text: string): boolean {
  const count = [...text].length
  return count >= danmakuBounds.text.least && count <= danmakuBounds.text.most
}

/** Where a moment may lie, milliseconds as in the pool. */
export interface Span {
  fromMs: number
  toMs: number
}

/** A player's clock and ours, and lengths as films state them, are apart by less. */
const toleranceMs = 30_000

/** The moments of an episode. Of one whose length is not known yet: a day. */
export const spanOfEpisode = (durationMs: number): Span => ({
  fromMs: 0,
  toMs: durationMs > 0 ? durationMs + toleranceMs : dayMs,
})

/** The moments of a broadcast that can be seen now: as far back as it is kept. */
export const spanOfBroadcast = (nowMs: number, keptSec: number): Span => ({
  fromMs: nowMs - keptSec * 1000 - toleranceMs,
  toMs: nowMs + toleranceMs,
})

/** Clocks of two instances are apart by less. */
const maxClockSkewMs = 60_000

/** Seconds until somebody may send again; 0 for now. A clock that was set back lets nobody wait for long. */
export function pauseSec(lastMs: number | null, nowMs: number): number {
  const pauseMs = danmakuBounds.pauseSec * 1000
  if (lastMs === null || lastMs - nowMs > maxClockSkewMs) return 0
  return Math.max(0, Math.ceil((Math.min(lastMs, nowMs) + pauseMs - nowMs) / 1000))
}

/** Since when what is told of a pool as a whole is told: of channels, which have no end, of their last day. */
export const poolSinceMs = ({ kind }: Pool, nowMs: number): number => (kind === 'live' ? nowMs - dayMs : 0)

/** When the day of China began. Unix milliseconds. */
export const dayStartMs = (nowMs: number): number => dayStartSec(chinaDay(nowMs / 1000)) * 1000

export const dailyCap = (isVip: boolean): number => (isVip ? danmakuBounds.daily.vip : danmakuBounds.daily.user)

/** Weight of the plainest danmaku that says something, and of what a like adds at most. */
const plainWeight = 4

/** What so many likes add: 1, 3, 10, 30 and 100 of them a point each. */
export const weightOfUps = (ups: number): number => [1, 3, 10, 30, 100].filter((threshold) => ups >= threshold).length

/**
 * What a danmaku weighs without its likes: where there is too much, those that weigh more are shown. VIPs weigh more;
 * what says little, repeats itself or was said before weighs less. May be below zero.
 * @param said how often the same was said in the same segment before
 */
export function weightOf({ text, vip, repeats }: { text: string; vip: boolean; repeats: number }): number {
  const characters = [...text]
  const different = new Set(characters).size
  const length = characters.length >= 8 ? 1 : characters.length <= 2 ? -1 : 0
  const monotone = characters.length > 2 && different <= characters.length / 3 ? -1 : 0
  const repeated = repeats >= 10 ? -3 : repeats >= 3 ? -2 : repeats >= 1 ? -1 : 0
  return plainWeight + (vip ? 2 : 0) + length + monotone + repeated
}

/** A weight as it is shown. */
export const shownWeight = (weight: number): number => Math.min(10, Math.max(0, weight))

/** How many steps of a heat line there are at most. */
const maxSteps = 1000
/** The step that is counted by; others are made of several. */
export const heatStepSec = 10

/**
 * How many danmaku lie in each step of an episode, from those of ten seconds each: as many steps as it takes up to the
 * last one, and no more than a thousand.
 */
export function heatOfSteps(tens: readonly { step: number; count: number }[]): { stepSec: number; counts: number[] } {
  const last = tens.reduce((max, { step }) => Math.max(max, step), -1)
  const tensPerStep = Math.max(1, Math.ceil((last + 1) / maxSteps))
  const counts = Array.from({ length: Math.ceil((last + 1) / tensPerStep) }, () => 0)
  for (const { step, count } of tens) {
    const at = Math.floor(step / tensPerStep)
    counts[at] = (counts[at] ?? 0) + count
  }
  return { stepSec: heatStepSec * tensPerStep, counts }
}
