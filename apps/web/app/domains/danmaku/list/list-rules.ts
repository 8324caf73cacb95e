/** Rows rendered above and below the viewport, so that scrolling shows no gaps. */
const overscanRows = 10

/** Range of rows to render in a list with rows of equal height. */
export function visibleRows(viewport: { topPx: number; heightPx: number; rowPx: number; count: number }): {
  from: number
  to: number
} {
  const { topPx, heightPx, rowPx, count } = viewport
  const first = Math.floor(topPx / rowPx) - overscanRows
  const last = Math.ceil((topPx + heightPx) / rowPx) + overscanRows
  return { from: Math.min(Math.max(0, first), count), to: Math.min(Math.max(0, last), count) }
}
