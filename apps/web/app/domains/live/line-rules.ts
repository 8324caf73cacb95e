import type { Line } from '@yunmu/contract'

type KnownLine = Pick<Line, 'id' | 'name' | 'state' | 'locked'>

const ranks = { good: 0, weak: 1, locked: 2, down: 3 } as const

/** Lines in the order of trying: the preferred one, good ones, weak ones, those with a password, and those that are down. */
export function sortLines<Of extends KnownLine>(lines: readonly Of[], preferredId: number): Of[] {
  const rank = ({ id, state, locked }: Of): number =>
    id === preferredId ? -1 : ranks[locked && state !== 'down' ? 'locked' : state]
  return lines.toSorted((one, other) => rank(one) - rank(other))
}

/** The line to try after one that failed; null if no other works without a password. */
export function nextLineId(lines: readonly KnownLine[], lineId: number): number | null {
  const at = lines.findIndex(({ id }) => id === lineId)
  const others = [...lines.slice(at + 1), ...lines.slice(0, Math.max(0, at))]
  return sortLines(others, 0).find(({ id, state, locked }) => id !== lineId && state !== 'down' && !locked)?.id ?? null
}
