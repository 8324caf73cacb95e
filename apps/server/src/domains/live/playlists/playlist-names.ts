import type { TrackKind } from '../schedules/schedules.ts'

/** The part of a line that a playlist shows. Unix seconds. */
export type Part =
  | { kind: 'live' }
  /** From a moment on, and going on. */
  | { kind: 'from'; fromSec: number }
  /** One programme. */
  | { kind: 'programme'; startSec: number; endSec: number }

export interface PlaylistName {
  part: Part
  /** Absent is what players are given: the list of tracks where there are several. */
  track: TrackKind | null
}

const marks: Record<TrackKind, string> = { video: 'v', audio: 'a' }
const written = /^(?:index|live|from-([1-9]\d{8,10})|p-([1-9]\d{8,10})-([1-9]\d{8,10}))(?:-([va]))?\.m3u8$/

export function partName(part: Part): string {
  if (part.kind === 'live') return 'live'
  return part.kind === 'from' ? `from-${part.fromSec}` : `p-${part.startSec}-${part.endSec}`
}

/** The file name of one of the tracks of a part. */
export const trackName = (part: Part, track: TrackKind): string => `${partName(part)}-${marks[track]}.m3u8`

/** Null for a name that we never give. */
export function readPlaylistName(name: string): PlaylistName | null {
  const found = written.exec(name)
  if (!found) return null
  const [, from, start, end, mark] = found
  const track = mark === undefined ? null : mark === 'v' ? 'video' : 'audio'
  if (from !== undefined) return { part: { kind: 'from', fromSec: Number(from) }, track }
  if (start !== undefined && end !== undefined) {
    return { part: { kind: 'programme', startSec: Number(start), endSec: Number(end) }, track }
  }
  return { part: { kind: 'live' }, track }
}

/** How far back a channel goes: by its time-shift, its own recordings, and those of its sources. */
export interface Reach {
  dvrSec: number
  replayDays: number
  catchupDays: number
}

/** A pause does not end a time-shift at once. */
const slackSec = 4 * 3600
const longestProgrammeSec = 24 * 3600
const daySec = 24 * 3600

/** How long what a line recorded is needed, in seconds: as long as any part may show it. */
export const neededSec = ({ dvrSec, replayDays }: Omit<Reach, 'catchupDays'>): number =>
  Math.max(replayDays * daySec, dvrSec) + slackSec

/** How far back a line may show what it showed, in seconds. A programme that runs can be started over without a replay. */
export const reachSec = ({ catchupDays, ...kept }: Reach): number =>
  Math.max(neededSec(kept), catchupDays * daySec + slackSec)

/** Whether a line may show this part: not further back than its channel goes, nothing that has not begun. */
export function isOpen(part: Part, { dvrSec, replayDays, catchupDays }: Reach, nowSec: number): boolean {
  if (part.kind === 'live') return true
  if (part.kind === 'from') return part.fromSec <= nowSec && part.fromSec >= nowSec - dvrSec - slackSec
  const { startSec, endSec } = part
  if (startSec >= endSec || endSec - startSec > longestProgrammeSec || startSec > nowSec) return false
  return startSec >= nowSec - reachSec({ dvrSec, replayDays, catchupDays })
}
