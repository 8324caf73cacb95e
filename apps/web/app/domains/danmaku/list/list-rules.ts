/** Rows above and below what is seen, so that nothing is bare while it is scrolled. */
const beyondRows = 10

/** The rows that are worth drawing of a list in which all are of one height: from one up to another. */
export function rowsInSight(given: { topPx: number; heightPx: number; rowPx: number; count: number }): {
  from: number
  to: number
} {
  const { topPx, heightPx, rowPx, count } = given
  const first = Math.floor(topPx / rowPx) - beyondRows
  const last = Math.ceil((topPx + heightPx) / rowPx) + beyondRows
  return { from: Math.min(Math.max(0, first), count), to: Math.min(Math.max(0, last), count) }
}
