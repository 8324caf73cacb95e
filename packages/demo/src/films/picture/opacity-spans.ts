/**
 * Consecutive cells of one row that are composited in the same way. A cell is the 2 × 2 pixels that one bilinear sample
 * reads: a pixel, its right neighbour, and both in the next row.
 */
export interface Span {
  /** First cell (inclusive) and last cell (exclusive). */
  from: number
  to: number
  /** Whether every pixel of the span is opaque, so that it can be copied instead of blended. */
  isOpaque: boolean
}

/** The spans of a row that are not transparent. */
export interface RowSpans {
  spans: Span[]
  /** Whether one opaque span covers the whole row. */
  isSolid: boolean
}

/** Shorter spans are merged with their neighbours: switching between copy and blend costs more than it saves. */
const minSpanCells = 12

const clear = 0
const mixed = 1
const opaque = 2

/** Classifies every row of an alpha plane. @param alpha 0 to 255, row by row */
export function opacitySpans(alpha: Uint8Array, width: number, height: number): RowSpans[] {
  const cells = new Uint8Array(width - 1)
  return Array.from({ length: height }, (_, y) => {
    const one = y * width
    const two = Math.min(height - 1, y + 1) * width
    for (let x = 0; x < cells.length; x++) {
      const least = Math.min(alpha[one + x] ?? 0, alpha[one + x + 1] ?? 0, alpha[two + x] ?? 0, alpha[two + x + 1] ?? 0)
      const most = Math.max(alpha[one + x] ?? 0, alpha[one + x + 1] ?? 0, alpha[two + x] ?? 0, alpha[two + x + 1] ?? 0)
      cells[x] = most === 0 ? clear : least === 255 ? opaque : mixed
    }
    const spans = rowSpans(cells)
    return { spans, isSolid: spans.length === 1 && spans[0]?.isOpaque === true && spans[0].to === cells.length }
  })
}

function rowSpans(cells: Uint8Array): Span[] {
  const spans: Span[] = []
  for (let from = 0; from < cells.length;) {
    const kind = cells[from]
    let to = from + 1
    while (to < cells.length && cells[to] === kind) to++
    const last = spans.at(-1)
    const isShort = to - from < minSpanCells
    if (kind === mixed || (kind === opaque && isShort) || (kind === clear && isShort && last?.to === from)) {
      if (last && !last.isOpaque && last.to === from) last.to = to
      else spans.push({ from, to, isOpaque: false })
    } else if (kind === opaque) spans.push({ from, to, isOpaque: true })
    from = to
  }
  return spans
}
