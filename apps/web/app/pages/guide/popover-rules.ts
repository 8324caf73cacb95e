const width = 384
const height = 120
const gap = 8
const margin = 16

interface Box {
  left: number
  top: number
  bottom: number
}

/**
 * Position of a cell's popover in the viewport: below the cell, above it if there is no room, always within the sides.
 */
export function popoverPosition(cell: Box, window: { width: number; height: number }): { left: number; top: number } {
  const isBelow = cell.bottom + gap + height + margin <= window.height
  const maxLeft = Math.max(margin, window.width - width - margin)
  return {
    left: Math.min(Math.max(cell.left, margin), maxLeft),
    top: isBelow ? cell.bottom + gap : Math.max(margin, cell.top - gap - height),
  }
}
