import type { Line } from '@yunmu/contract'

type KnownLine = Pick<Line, 'id' | 'name' | 'state'>

const ranks = { good: 0, weak: 1, down: 2 } as const

/** The lines in the order in which they are tried: the wanted one, the good, the weak. Those that are down last. */
export function triedLines<Of extends KnownLine>(lines: readonly Of[], wantedId: number): Of[] {
  const rank = ({ id, state }: Of): number => (id === wantedId ? -1 : ranks[state])
  return lines.toSorted((one, other) => rank(one) - rank(other))
}

/** The line to try after one that does not go on; null where there is no other that works. */
export function nextLineId(lines: readonly KnownLine[], lineId: number): number | null {
  const at = lines.findIndex(({ id }) => id === lineId)
  const others = [...lines.slice(at + 1), ...lines.slice(0, Math.max(0, at))]
  return triedLines(others, 0).find(({ id, state }) => id !== lineId && state !== 'down')?.id ?? null
}
