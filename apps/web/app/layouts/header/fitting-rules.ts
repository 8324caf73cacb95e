/** Widths in pixels. */
export interface RowWidths {
  /** Of the entries, in order. */
  entries: readonly number[]
  /** Of the entry that holds those that do not fit. */
  more: number
  gap: number
  available: number
}

/** How many entries fit into a row. If not all do, one that holds the others fits behind them. */
export function fittingCount({ entries, more, gap, available }: RowWidths): number {
  const widthOf = (widths: readonly number[]): number =>
    widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1)
  if (widthOf(entries) <= available) return entries.length
  let count = 0
  while (count < entries.length && widthOf([...entries.slice(0, count + 1), more]) <= available) count++
  return count
}
