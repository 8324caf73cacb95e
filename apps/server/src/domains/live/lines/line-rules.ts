import type { Line, LineState } from '@yunmu/contract'

/** Reports that are older count no more. */
export const reportTtlSec = 5 * 60
/** So many networks must say that a line is bad: one of them may have a bad connection. */
const minWeakReports = 3

export const isWeak = (reports: number): boolean => reports >= minWeakReports

/** How a line fares: what its recorder or its schedule says, and what viewers reported lately. */
export function lineState({ isUp, reports }: { isUp: boolean; reports: number }): LineState {
  if (!isUp) return 'down'
  return isWeak(reports) ? 'weak' : 'good'
}

const rank: Record<LineState, number> = { good: 0, weak: 1, down: 2 }

/** The lines from the best to the worst: good ones first, then those that need more, then in their order. */
function bestFirst(lines: readonly Line[]): Line[] {
  return lines.toSorted(
    (one, other) =>
      rank[one.state] - rank[other.state] || Number(one.saving) - Number(other.saving) || one.id - other.id,
  )
}

/** The line that is asked for where it plays, else the best; null where none plays. `wanted` 0 is any. */
export function chooseLine(lines: readonly Line[], requested: number): Line | null {
  const requestedLine = lines.find(({ id }) => id === requested)
  if (requestedLine && requestedLine.state !== 'down') return requestedLine
  const [best] = bestFirst(lines)
  return best && best.state !== 'down' ? best : null
}

/** A line that has so much of what the fullest has is as good for a programme. */
const similarShare = 0.9

/**
 * The line on which a programme can be watched: the one that is asked for where it has about as much of it as any, else the
 * best of those that have; null where none has any. Whether a line plays now says nothing of what it has.
 * @param availableMs milliseconds of the programme, by line
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

/** The line to go on with when one does not play: the best of the others that is not worse, or else the same. */
export function fallbackLine(lines: readonly Line[], failed: number): number {
  const now = lines.find(({ id }) => id === failed)
  const [other] = bestFirst(lines.filter(({ id }) => id !== failed))
  if (!other || other.state === 'down') return failed
  return now && rank[other.state] > Math.max(rank[now.state], rank.weak) ? failed : other.id
}
