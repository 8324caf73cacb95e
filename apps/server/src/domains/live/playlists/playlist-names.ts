import type { TrackKind } from '../schedules/schedules.ts'

/** The range of a line that a playlist covers. Unix seconds. */
export type PlaybackRange =
  | { kind: 'live' }
  /** From a moment up to the live edge. */
  | { kind: 'from'; fromSec: number }
  /** One programme, or the recording of a match. */
  | { kind: 'programme'; startSec: number; endSec: number }
  /** The highlights of a stream of a match: parts that are cut out. */
  | { kind: 'highlights'; matchId: number; number: number }

export interface PlaylistName {
  range: PlaybackRange
  /** Null: the playlist that players are given, which is a master playlist if there are several tracks. */
  track: TrackKind | null
}

const trackKinds = ['video', 'small', 'audio'] as const satisfies readonly TrackKind[]
const trackSuffixes: Record<TrackKind, string> = { video: 'v', small: 's', audio: 'a' }
const namePattern =
  /^(?:index|live|from-([1-9]\d{8,10})|p-([1-9]\d{8,10})-([1-9]\d{8,10})|h-([1-9]\d{0,9})-([1-9]\d{0,3}))(?:-([vsa]))?\.m3u8$/

export function rangeName(range: PlaybackRange): string {
  if (range.kind === 'live') return 'live'
  if (range.kind === 'highlights') return `h-${range.matchId}-${range.number}`
  return range.kind === 'from' ? `from-${range.fromSec}` : `p-${range.startSec}-${range.endSec}`
}

/** The file name of one track of a range. */
export const trackName = (range: PlaybackRange, track: TrackKind): string =>
  `${rangeName(range)}-${trackSuffixes[track]}.m3u8`

/** Null for a name that is never generated. */
export function parsePlaylistName(name: string): PlaylistName | null {
  const found = namePattern.exec(name)
  if (!found) return null
  const [, from, start, end, matchId, number, suffix] = found
  const track = suffix === undefined ? null : (trackKinds.find((kind) => trackSuffixes[kind] === suffix) ?? null)
  if (from !== undefined) return { range: { kind: 'from', fromSec: Number(from) }, track }
  if (start !== undefined && end !== undefined) {
    return { range: { kind: 'programme', startSec: Number(start), endSec: Number(end) }, track }
  }
  if (matchId !== undefined && number !== undefined)
    return { range: { kind: 'highlights', matchId: Number(matchId), number: Number(number) }, track }
  return { range: { kind: 'live' }, track }
}

/** A part of a channel, Unix milliseconds. */
export interface ChannelSpan {
  fromMs: number
  untilMs: number
}

/** Padding of what is recorded, because guides and the clocks of encoders are not exact. */
export const recordedPad = { beforeMs: 60_000, afterMs: 180_000 }

/** Whether a match is shown on a channel, with the margins of recordings. @param kept what is kept of the channel for matches */
export const isShowingMatch = (kept: readonly ChannelSpan[], nowMs: number): boolean =>
  kept.some(({ fromMs, untilMs }) => fromMs - recordedPad.beforeMs <= nowMs && nowMs < untilMs + recordedPad.afterMs)

/** How far back a channel can be played: time-shift, own recordings, catch-up of its sources. */
export interface ReplayLimits {
  dvrSec: number
  replayDays: number
  catchupDays: number
}

/** Extra time so that a paused time-shift stays playable. */
const graceSec = 4 * 3600
const maxProgrammeSec = 24 * 3600
const daySec = 24 * 3600

/** How long recordings must be stored, in seconds: as long as any range may cover them. */
export const retentionSec = ({ dvrSec, replayDays }: Omit<ReplayLimits, 'catchupDays'>): number =>
  Math.max(replayDays * daySec, dvrSec) + graceSec

/** How far back a line may be played, in seconds. The current programme can be started over even without replay. */
export const maxReplaySec = ({ catchupDays, ...own }: ReplayLimits): number =>
  Math.max(retentionSec(own), catchupDays * daySec + graceSec)

/**
 * Whether a range may be played: not further back than its channel allows, or within what is kept longer, and not in the
 * future. A channel that only a match shows has a live edge while the match is shown.
 */
export function isAvailable(
  range: PlaybackRange,
  { dvrSec, replayDays, catchupDays, matchId }: ReplayLimits & { matchId: number | null },
  { nowSec, kept }: { nowSec: number; kept: readonly ChannelSpan[] },
): boolean {
  if (range.kind === 'highlights') return true
  const isOpen = matchId === null || isShowingMatch(kept, nowSec * 1000)
  if (range.kind === 'live') return isOpen
  if (range.kind === 'from') return isOpen && range.fromSec <= nowSec && range.fromSec >= nowSec - dvrSec - graceSec
  const { startSec, endSec } = range
  if (startSec >= endSec || endSec - startSec > maxProgrammeSec || startSec > nowSec) return false
  const isKept = kept.some(({ fromMs, untilMs }) => fromMs <= startSec * 1000 && endSec * 1000 <= untilMs)
  // A channel that only a match shows plays nothing but the match.
  return isKept || (matchId === null && startSec >= nowSec - maxReplaySec({ dvrSec, replayDays, catchupDays }))
}
