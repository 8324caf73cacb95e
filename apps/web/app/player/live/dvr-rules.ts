import { lastWallMs, secAt, type StreamClock } from './clock-rules.ts'

/** What of a channel is watched. Unix seconds. */
export type LiveView =
  /** The live edge. */
  | { kind: 'edge' }
  /** Time shift from an earlier moment. */
  | { kind: 'shift'; fromSec: number }
  /** One programme, past or current. */
  | { kind: 'programme'; id: number; startSec: number; endSec: number }

/** Less than this behind the edge counts as live. */
const atEdgeSec = 8
/** Additional tolerance for drift during playback at the edge. */
const edgeDriftSec = 8

/** Whether the viewer watches live. */
export const isLive = ({ view, behindSec }: { view: LiveView; behindSec: number }): boolean =>
  view.kind !== 'programme' && behindSec < atEdgeSec + (view.kind === 'edge' ? edgeDriftSec : 0)
/** A time-shifted playlist starts this long before the target, so that small steps back need no new playlist. */
const leadSec = 30

/** URL of a view, derived from the line's live playlist. */
export function addressOf(liveUrl: string, view: LiveView): string {
  if (view.kind !== 'shift') return liveUrl
  return liveUrl.replace(/[^/?]*(?=$|\?)/, `from-${view.fromSec}.m3u8`)
}

/** Seekable window, Unix milliseconds. */
export interface DvrWindow {
  startMs: number
  edgeMs: number
}

/** Current live edge: as far behind the clock as when the playlist was read. */
export function edgeAt(clock: StreamClock | null, nowMs: number): number {
  const endMs = clock?.isGrowing ? lastWallMs(clock.runs) : null
  return clock && endMs !== null ? nowMs - (clock.atMs - endMs) : nowMs
}

export const windowOf = (edgeMs: number, dvrSec: number): DvrWindow => ({ startMs: edgeMs - dvrSec * 1000, edgeMs })

/** Seconds behind live, not counting the latency of live playback. */
export const behindOf = (wallMs: number, edgeMs: number, latencySec: number): number =>
  Math.max(0, (edgeMs - wallMs) / 1000 - latencySec)

/** Time shift to a moment, with the lead, clamped to the window. */
export function shiftTo(wallMs: number, { startMs }: DvrWindow): LiveView & { kind: 'shift' } {
  return { kind: 'shift', fromSec: Math.floor(Math.max(startMs, wallMs - leadSec * 1000) / 1000) }
}

/** How to get to a moment. */
export type Move =
  | { do: 'goLive' }
  /** The current playlist contains it. */
  | { do: 'seek'; sec: number }
  | { do: 'open'; view: LiveView; wallMs: number }

/** How to get to a moment of a channel from the current playback. Clamped to the window. */
export function moveTo(
  wallMs: number,
  { view, clock, window }: { view: LiveView; clock: StreamClock | null; window: DvrWindow },
): Move {
  const { startMs, edgeMs } = window
  const sec = clock ? secAt(clock.runs, wallMs) : null
  if (view.kind === 'programme') {
    const clampedMs = Math.min(Math.max(wallMs, view.startSec * 1000), view.endSec * 1000 - 1000)
    const secInProgramme = clock ? secAt(clock.runs, clampedMs) : null
    return secInProgramme === null ? { do: 'open', view, wallMs: clampedMs } : { do: 'seek', sec: secInProgramme }
  }
  if (behindOf(wallMs, edgeMs, clock?.latencySec ?? 0) < atEdgeSec) return { do: 'goLive' }
  const clampedMs = Math.max(wallMs, startMs)
  if (view.kind === 'shift' && sec !== null) return { do: 'seek', sec }
  // A playlist that is still loading may contain the moment.
  const inView = view.kind === 'shift' && clock === null ? clampedMs / 1000 - view.fromSec : -1
  const isNear = inView >= 0 && inView < 2 * leadSec
  return { do: 'open', view: isNear ? view : shiftTo(clampedMs, window), wallMs: clampedMs }
}

/** Part of the seek bar: a programme, clipped to the bar. Shares of the bar. */
export interface BarPart {
  from: number
  to: number
  name: string
  startSec: number
  /** Whether it has ended. */
  isPast: boolean
}

/** Splits the bar into programmes; gaps become parts without a name. */
export function barParts(
  programmes: readonly { name: string; start: number; end: number }[],
  { startMs, edgeMs }: DvrWindow,
): BarPart[] {
  const [fromSec, toSec] = [startMs / 1000, edgeMs / 1000]
  const share = (sec: number): number => (sec - fromSec) / (toSec - fromSec)
  const parts: BarPart[] = []
  let atSec = fromSec
  const add = (untilSec: number, name: string, startSec: number): void => {
    if (untilSec <= atSec) return
    parts.push({ from: share(atSec), to: share(untilSec), name, startSec, isPast: untilSec < toSec })
    atSec = untilSec
  }
  for (const { name, start, end } of programmes) {
    if (end <= atSec || start >= toSec) continue
    add(Math.min(start, toSec), '', atSec)
    add(Math.min(end, toSec), name, start)
  }
  add(toSec, '', atSec)
  return parts
}
