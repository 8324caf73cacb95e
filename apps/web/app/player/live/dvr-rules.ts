import { lastWallMs, secAt, type StreamClock } from './clock-rules.ts'

/** What of a channel is watched. Unix seconds. */
export type LiveView =
  /** What is on now. */
  | { kind: 'edge' }
  /** From an earlier moment on. */
  | { kind: 'shift'; fromSec: number }
  /** One programme, past or running. */
  | { kind: 'programme'; id: number; startSec: number; endSec: number }

/** Less than this behind what can be had is called live. */
const atEdgeSec = 8
/** Who plays the edge and lost some seconds on the way still watches what is on. */
const lostSec = 8

/** Whether one watches what is on now, and not what was on. */
export const isLive = ({ view, behindSec }: { view: LiveView; behindSec: number }): boolean =>
  view.kind !== 'programme' && behindSec < atEdgeSec + (view.kind === 'edge' ? lostSec : 0)
/** What lies before a moment that is asked for, so that a step back needs no other playlist. */
const leadSec = 30

/** The address of a view beside that of the line's live playlist. */
export function addressOf(liveUrl: string, view: LiveView): string {
  if (view.kind !== 'shift') return liveUrl
  return liveUrl.replace(/[^/?]*(?=$|\?)/, `from-${view.fromSec}.m3u8`)
}

/** What one can go back to. Unix milliseconds. */
export interface DvrWindow {
  startMs: number
  edgeMs: number
}

/** Where the edge is now: as far behind the clock as it was when the playlist was read. */
export function edgeAt(clock: StreamClock | null, nowMs: number): number {
  const endMs = clock?.isGrowing ? lastWallMs(clock.runs) : null
  return clock && endMs !== null ? nowMs - (clock.atMs - endMs) : nowMs
}

export const windowOf = (edgeMs: number, dvrSec: number): DvrWindow => ({ startMs: edgeMs - dvrSec * 1000, edgeMs })

/** How far behind live a moment is: what playing at the edge itself needs does not count. Seconds. */
export const behindOf = (wallMs: number, edgeMs: number, latencySec: number): number =>
  Math.max(0, (edgeMs - wallMs) / 1000 - latencySec)

/** A view from a moment on, with a little before it, and not before the window. */
export function shiftTo(wallMs: number, { startMs }: DvrWindow): LiveView & { kind: 'shift' } {
  return { kind: 'shift', fromSec: Math.floor(Math.max(startMs, wallMs - leadSec * 1000) / 1000) }
}

/** What to do to be at a moment. */
export type Move =
  | { do: 'goLive' }
  /** The playlist that plays has it. */
  | { do: 'seek'; sec: number }
  | { do: 'open'; view: LiveView; wallMs: number }

/** How to get to a moment of a channel from what plays now. Cut to what there is. */
export function moveTo(
  wallMs: number,
  { view, clock, window }: { view: LiveView; clock: StreamClock | null; window: DvrWindow },
): Move {
  const { startMs, edgeMs } = window
  const sec = clock ? secAt(clock.runs, wallMs) : null
  if (view.kind === 'programme') {
    const cut = Math.min(Math.max(wallMs, view.startSec * 1000), view.endSec * 1000 - 1000)
    const within = clock ? secAt(clock.runs, cut) : null
    return within === null ? { do: 'open', view, wallMs: cut } : { do: 'seek', sec: within }
  }
  if (behindOf(wallMs, edgeMs, clock?.latencySec ?? 0) < atEdgeSec) return { do: 'goLive' }
  const cut = Math.max(wallMs, startMs)
  if (view.kind === 'shift' && sec !== null) return { do: 'seek', sec }
  // What is on its way already has the moments around.
  const inView = view.kind === 'shift' && clock === null ? cut / 1000 - view.fromSec : -1
  const isNear = inView >= 0 && inView < 2 * leadSec
  return { do: 'open', view: isNear ? view : shiftTo(cut, window), wallMs: cut }
}

/** Part of the seek bar: a programme, as far as the bar has it. Shares of the bar. */
export interface BarPart {
  from: number
  to: number
  name: string
  startSec: number
  /** Whether it is over. */
  isPast: boolean
}

/** Programmes as parts of a bar from `startMs` to `edgeMs`; what no programme covers is a part without a name. */
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
