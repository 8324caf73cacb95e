import type { Line, LineState } from '@yunmu/contract'
import type { LineProbe } from '../probes/probe-rules.ts'

/** Older reports do not count. */
export const reportTtlSec = 5 * 60
/** A line is weak if this many networks reported it. A single network may have a bad connection of its own. */
const minWeakReports = 3

export const isWeak = (reports: number): boolean => reports >= minWeakReports

/** A line as this domain chooses lines. */
export interface HealthLine extends Line {
  /** Probes found none of its addresses alive: players do not show it while another line lives. */
  dead: boolean
  /** Lines of the picture that probes found; 0 if not known, or if the operator decided the order. */
  height: number
}

/**
 * The state of a line from its recorder or schedule (`isUp`), recent reports of viewers, and probes of its sources. Probes may
 * be wrong where the recorder is not: a dead line is tried if there is no other.
 */
export function lineState({
  isUp,
  reports,
  probe = null,
}: {
  isUp: boolean
  reports: number
  probe?: LineProbe['state']
}): LineState {
  if (!isUp) return 'down'
  return isWeak(reports) || probe === 'slow' || probe === 'dead' ? 'weak' : 'good'
}

/** The lines with those that are dead as `down`, if another one lives. */
export function withDeadDown(lines: readonly HealthLine[]): HealthLine[] {
  const lives = lines.some(({ dead, state }) => !dead && state !== 'down')
  return lines.map((line) => (line.dead && lives ? { ...line, state: 'down' } : line))
}

/** The lines that players show: dead ones only if there is no other. */
export function shownLines(lines: readonly HealthLine[]): HealthLine[] {
  const living = lines.filter(({ dead }) => !dead)
  return living.length > 0 ? living : [...lines]
}

const rank: Record<LineState, number> = { good: 0, weak: 1, down: 2 }
/** A picture whose size is not known counts as of this size. */
const usualHeight = 720
const heightOf = (line: Line & { height?: number }): number => line.height || usualHeight

/** Lines from best to worst: by state, then without the saving flag first, then the larger picture, then by number. */
function bestFirst<Of extends Line>(lines: readonly Of[]): Of[] {
  return lines.toSorted(
    (one, other) =>
      rank[one.state] - rank[other.state] ||
      Number(one.saving) - Number(other.saving) ||
      heightOf(other) - heightOf(one) ||
      one.id - other.id,
  )
}

/**
 * The lines that may be chosen: without those that the viewer has no password for, unless it is the requested one or there
 * is no other.
 */
export function selectableLines(
  lines: readonly Line[],
  requested: number,
  closed: ReadonlySet<number>,
): readonly Line[] {
  const open = lines.filter(({ id }) => id === requested || !closed.has(id))
  return open.length > 0 ? open : lines
}

/** The requested line if it plays, else the best one; null if none plays. `requested` 0 means any. */
export function chooseLine(lines: readonly Line[], requested: number): Line | null {
  const requestedLine = lines.find(({ id }) => id === requested)
  if (requestedLine && requestedLine.state !== 'down') return requestedLine
  const [best] = bestFirst(lines)
  return best && best.state !== 'down' ? best : null
}

/** A line with this share of the most complete line's recording counts as equally complete. */
const similarShare = 0.9

/**
 * The line to play a past programme from: the requested one if it is about as complete as any, else the best of the
 * complete ones; null if no line has any of it. The present state of a line does not matter.
 * @param availableMs recorded milliseconds of the programme, by line
 */
export function chooseLineWithRecording(
  lines: readonly Line[],
  requested: number,
  availableMs: ReadonlyMap<number, number>,
): Line | null {
  const most = Math.max(0, ...availableMs.values())
  const candidates = most === 0 ? [] : lines.filter(({ id }) => (availableMs.get(id) ?? 0) >= similarShare * most)
  return candidates.find(({ id }) => id === requested) ?? bestFirst(candidates)[0] ?? null
}

/** The line to switch to when one fails: the best of the others, unless it is worse than the failed one, or locked. */
export function fallbackLine(lines: readonly Line[], failed: number): number {
  const now = lines.find(({ id }) => id === failed)
  const [other] = bestFirst(lines.filter(({ id, locked }) => id !== failed && !locked))
  if (!other || other.state === 'down') return failed
  return now && rank[other.state] > Math.max(rank[now.state], rank.weak) ? failed : other.id
}
