import type { Line } from '@yunmu/contract'

type KnownLine = Pick<Line, 'id' | 'name' | 'state'>

const ranks = { good: 0, weak: 1, down: 2 } as const

/** Lines in the order of trying: the preferred one, good ones, weak ones, and those that are down last. */
export function sortLines<Of extends KnownLine>(lines: readonly Of[], preferredId: number): Of[] {
  const rank = ({ id, state }: Of): number => (id === preferredId ? -1 : ranks[state])
  return lines.toSorted((one, other) => rank(one) - rank(other))
}

/** The line to try after one that failed; null if no other works. */
export function nextLineId(lines: readonly KnownLine[], lineId: number): number | null {
  const at = lines.findIndex(({ id }) => id === lineId)
  const others = [...lines.slice(at + 1), ...lines.slice(0, Math.max(0, at))]
  return sortLines(others, 0).find(({ id, state }) => id !== lineId && state !== 'down')?.id ?? null
}
