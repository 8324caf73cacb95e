import type { TrackKind } from '../schedules/schedules.ts'

/** The part of a line that a playlist shows. Unix seconds. */
export type PlaybackRange =
  | { kind: 'live' }
  /** From a moment on, and going on. */
  | { kind: 'from'; fromSec: number }
  /** One programme. */
  | { kind: 'programme'; startSec: number; endSec: number }

export interface PlaylistName {
  range: PlaybackRange
  /** Absent is what players are given: the list of tracks where there are several. */
  track: TrackKind | null
}

const trackSuffixes: Record<TrackKind, string> = { video: 'v', audio: 'a' }
const namePattern = /^(?:index|live|from-([1-9]\d{8,10})|p-([1-9]\d{8,10})-([1-9]\d{8,10}))(?:-([va]))?\.m3u8$/

export function rangeName(range: PlaybackRange): string {
  if (range.kind === 'live') return 'live'
  return range.kind === 'from' ? `from-${range.fromSec}` : `p-${range.startSec}-${range.endSec}`
}

/** The file name of one of the tracks of a part. */
export const trackName = (range: PlaybackRange, track: TrackKind): string =>
  `${rangeName(range)}-${trackSuffixes[track]}.m3u8`

/** Null for a name that we never give. */
export function readPlaylistName(name: string): PlaylistName | null {
  const found = namePattern.exec(name)
  if (!found) return null
  const [, from, start, end, suffix] = found
  const track = suffix === undefined ? null : suffix === 'v' ? 'video' : 'audio'
  if (from !== undefined) return { range: { kind: 'from', fromSec: Number(from) }, track }
  if (start !== undefined && end !== undefined) {
    return { range: { kind: 'programme', startSec: Number(start), endSec: Number(end) }, track }
  }
  return { range: { kind: 'live' }, track }
}

/** How far back a channel goes: by its time-shift, its own recordings, and those of its sources. */
export interface ReplayLimits {
  dvrSec: number
  replayDays: number
  catchupDays: number
}

/** A pause does not end a time-shift at once. */
const graceSec = 4 * 3600
const maxProgrammeSec = 24 * 3600
const daySec = 24 * 3600

/** How long what a line recorded is needed, in seconds: as long as any part may show it. */
export const retentionSec = ({ dvrSec, replayDays }: Omit<ReplayLimits, 'catchupDays'>): number =>
  Math.max(replayDays * daySec, dvrSec) + graceSec

/** How far back a line may show what it showed, in seconds. A programme that runs can be started over without a replay. */
export const maxReplaySec = ({ catchupDays, ...own }: ReplayLimits): number =>
  Math.max(retentionSec(own), catchupDays * daySec + graceSec)

/** Whether a line may show this part: not further back than its channel goes, nothing that has not begun. */
export function isAvailable(
  range: PlaybackRange,
  { dvrSec, replayDays, catchupDays }: ReplayLimits,
  nowSec: number,
): boolean {
  if (range.kind === 'live') return true
  if (range.kind === 'from') return range.fromSec <= nowSec && range.fromSec >= nowSec - dvrSec - graceSec
  const { startSec, endSec } = range
  if (startSec >= endSec || endSec - startSec > maxProgrammeSec || startSec > nowSec) return false
  return startSec >= nowSec - maxReplaySec({ dvrSec, replayDays, catchupDays })
}
