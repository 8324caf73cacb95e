import type { Line, LineState } from '@yunmu/contract'

/** Older reports do not count. */
export const reportTtlSec = 5 * 60
/** A line is weak if this many networks reported it. A single network may have a bad connection of its own. */
const minWeakReports = 3

export const isWeak = (reports: number): boolean => reports >= minWeakReports

/** The state of a line from its recorder or schedule (`isUp`) and recent reports of viewers. */
export function lineState({ isUp, reports }: { isUp: boolean; reports: number }): LineState {
  if (!isUp) return 'down'
  return isWeak(reports) ? 'weak' : 'good'
}

const rank: Record<LineState, number> = { good: 0, weak: 1, down: 2 }

/** Lines from best to worst: by state, then without the saving flag first, then by number. */
function bestFirst(lines: readonly Line[]): Line[] {
  return lines.toSorted(
    (one, other) =>
      rank[one.state] - rank[other.state] || Number(one.saving) - Number(other.saving) || one.id - other.id,
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
