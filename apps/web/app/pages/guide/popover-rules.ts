const width = 384
const height = 120
const gap = 8
const margin = 16

interface Box {
  left: number
  top: number
  bottom: number
}

/** Where the popover of a cell stands in a window: below it, above it where there is no room, never beyond the sides. */
export function popoverPlace(cell: Box, window: { width: number; height: number }): { left: number; top: number } {
  const isBelow = cell.bottom + gap + height + margin <= window.height
  const most = Math.max(margin, window.width - width - margin)
  return {
    left: Math.min(Math.max(cell.left, margin), most),
    top: isBelow ? cell.bottom + gap : Math.max(margin, cell.top - gap - height),
  }
}
