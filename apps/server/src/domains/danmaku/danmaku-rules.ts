import { danmakuBounds, type CommentKind, type DanmakuMode, type DanmakuSize } from '@yunmu/contract'
import { chinaDay, dayStartSec } from '@yunmu/contract/china-time'
import type { SubjectTimeline } from '../../platform/subjects.ts'

/** Danmaku that belong together: those of an episode (of all its sources), a channel or a match. */
export interface Pool {
  kind: CommentKind
  id: number
  /** The episode; 0 for channels and matches. */
  level: number
}

/** The pool of a position: broadcasts have no episodes. */
export const poolOf = ({ kind, id, level }: Pool, kinds: { hasEpisodes(kind: CommentKind): boolean }): Pool => ({
  kind,
  id,
  level: kinds.hasEpisodes(kind) ? level : 0,
})

const packMs = danmakuBounds.packSec * 1000
const dayMs = 24 * 3_600_000

/** The pack of a moment, milliseconds in an episode or Unix milliseconds. */
export const packOf = (atMs: number): number => Math.floor(atMs / packMs)

/** The pack of a moment, seconds as in `Danmaku`. */
export const packAt = (timeSec: number): number => packOf(Math.round(timeSec * 1000))

/** The moments of a pack; `toMs` is exclusive. */
export const spanOfPack = (pack: number): { fromMs: number; toMs: number } => ({
  fromMs: pack * packMs,
  toMs: (pack + 1) * packMs,
})

/** Packs consist of segments, so that a change in one leaves the others cached. The database uses the same division. */
const segmentMs = 15_000
/** A pack consists of whole segments. */
export const segmentsInPack = packMs / segmentMs

/** The segment of a moment, milliseconds in an episode or Unix milliseconds. */
export const segmentOf = (atMs: number): number => Math.floor(atMs / segmentMs)

/** The moments of a segment. */
export const spanOfSegment = (segment: number): Span => ({
  fromMs: segment * segmentMs,
  toMs: (segment + 1) * segmentMs,
})

/** How a danmaku is displayed. */
export interface DanmakuStyle {
  mode: DanmakuMode
  color: number
  size: DanmakuSize
}

/** Whether the length of a cleaned text is valid. */
export function isValidLength(text: string): boolean {
  const count = [...text].length
  return count >= danmakuBounds.text.min && count <= danmakuBounds.text.max
}

/** A range of moments, milliseconds as in the pool. */
export interface Span {
  fromMs: number
  toMs: number
}

/** Tolerated difference of the player's clock and ours, and of the stated and real durations. */
const toleranceMs = 30_000

/** The moments of an episode. If its duration is unknown: one day. */
export const spanOfEpisode = (durationMs: number): Span => ({
  fromMs: 0,
  toMs: durationMs > 0 ? durationMs + toleranceMs : dayMs,
})

/** The moments of a timeline at which a danmaku may be sent now. */
export const spanOfTimeline = (timeline: SubjectTimeline, nowMs: number): Span =>
  'durationMs' in timeline
    ? spanOfEpisode(timeline.durationMs)
    : spanOfBroadcast(nowMs, timeline.retentionSec ?? dayMs / 1000)

/** The moments of a broadcast that can be watched now: as far back as recordings are stored. */
export const spanOfBroadcast = (nowMs: number, retentionSec: number): Span => ({
  fromMs: nowMs - retentionSec * 1000 - toleranceMs,
  toMs: nowMs + toleranceMs,
})

/** Tolerated clock difference of two instances. */
const maxClockSkewMs = 60_000

/**
 * Seconds until a user may send again; 0 for now. A last time in the future beyond the tolerance is ignored, so that a
 * clock that was set back blocks nobody.
 */
export function pauseSec(lastMs: number | null, nowMs: number): number {
  const pauseMs = danmakuBounds.pauseSec * 1000
  if (lastMs === null || lastMs - nowMs > maxClockSkewMs) return 0
  return Math.max(0, Math.ceil((Math.min(lastMs, nowMs) + pauseMs - nowMs) / 1000))
}

/** The start of what counts for a whole pool: of an endless broadcast only the last day. */
export const poolSinceMs = (pool: { isEndless: boolean }, nowMs: number): number => (pool.isEndless ? nowMs - dayMs : 0)

/** Start of the current day in China, Unix milliseconds. */
export const dayStartMs = (nowMs: number): number => dayStartSec(chinaDay(nowMs / 1000)) * 1000

export const dailyCap = (isVip: boolean): number => (isVip ? danmakuBounds.daily.vip : danmakuBounds.daily.user)

/** Weight of an ordinary danmaku without bonus. */
const plainWeight = 4

/** The weight that likes add: one each at 1, 3, 10, 30 and 100 likes. */
export const weightOfUps = (ups: number): number => [1, 3, 10, 30, 100].filter((threshold) => ups >= threshold).length

/**
 * The weight of a danmaku without its likes; where there are too many, the heavier ones are shown. VIPs weigh more;
 * short, monotone and repeated texts weigh less. May be negative.
 * @param repeats how often the same text occurs earlier in the segment
 */
export function weightOf({ text, vip, repeats }: { text: string; vip: boolean; repeats: number }): number {
  const characters = [...text]
  const different = new Set(characters).size
  const length = characters.length >= 8 ? 1 : characters.length <= 2 ? -1 : 0
  const monotone = characters.length > 2 && different <= characters.length / 3 ? -1 : 0
  const repeated = repeats >= 10 ? -3 : repeats >= 3 ? -2 : repeats >= 1 ? -1 : 0
  return plainWeight + (vip ? 2 : 0) + length + monotone + repeated
}

/** The weight as sent to clients. */
export const shownWeight = (weight: number): number => Math.min(10, Math.max(0, weight))

/** Maximum number of steps of a heat line. */
const maxSteps = 1000
/** The step in which the database counts; longer steps are multiples. */
export const heatStepSec = 10

/**
 * Counts danmaku per step of an episode, from counts per ten seconds. Has as many steps as the last danmaku needs, at
 * most a thousand.
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
