/** The next line, cyclic; null if there is no other. */
export function lineAfter(lines: readonly { id: number }[], lineId: number): number | null {
  const at = lines.findIndex(({ id }) => id === lineId)
  const other = lines[(at + 1) % lines.length]
  return other && other.id !== lineId ? other.id : null
}
