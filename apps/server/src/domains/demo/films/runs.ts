/**
 * A stretch of one row that is treated alike. A column here is a cell: it and its right neighbour, in this row and the
 * next, which is what one bilinear sample reads.
 */
export interface Run {
  /** First cell, and the one after the last. */
  from: number
  to: number
  /** Every sample that is read is opaque. */
  isOpaque: boolean
}

/** The runs of a row that are not transparent, and whether one opaque run is all of it. */
export interface RowRuns {
  runs: Run[]
  isSolid: boolean
}

/** Shorter stretches are not worth a run of their own. */
const shortest = 12

const clear = 0
const mixed = 1
const opaque = 2

/** @param alpha opacity, 0 to 255, row by row */
export function runsOf(alpha: Uint8Array, width: number, height: number): RowRuns[] {
  const cells = new Uint8Array(width - 1)
  return Array.from({ length: height }, (_, y) => {
    const one = y * width
    const two = Math.min(height - 1, y + 1) * width
    for (let x = 0; x < cells.length; x++) {
      const least = Math.min(alpha[one + x] ?? 0, alpha[one + x + 1] ?? 0, alpha[two + x] ?? 0, alpha[two + x + 1] ?? 0)
      const most = Math.max(alpha[one + x] ?? 0, alpha[one + x + 1] ?? 0, alpha[two + x] ?? 0, alpha[two + x + 1] ?? 0)
      cells[x] = most === 0 ? clear : least === 255 ? opaque : mixed
    }
    const runs = rowRuns(cells)
    return { runs, isSolid: runs.length === 1 && runs[0]?.isOpaque === true && runs[0].to === cells.length }
  })
}

function rowRuns(cells: Uint8Array): Run[] {
  const runs: Run[] = []
  for (let from = 0; from < cells.length;) {
    const kind = cells[from]
    let to = from + 1
    while (to < cells.length && cells[to] === kind) to++
    const last = runs.at(-1)
    const isShort = to - from < shortest
    if (kind === mixed || (kind === opaque && isShort) || (kind === clear && isShort && last?.to === from)) {
      if (last && !last.isOpaque && last.to === from) last.to = to
      else runs.push({ from, to, isOpaque: false })
    } else if (kind === opaque) runs.push({ from, to, isOpaque: true })
    from = to
  }
  return runs
}
