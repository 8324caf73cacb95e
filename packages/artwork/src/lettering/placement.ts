import type { Box } from '../scene.ts'
import { overlaps } from '../scene.ts'

export const posterWidth = 600
/**
 * Titles stay between these lines: pages show tabs (新, VIP) in the upper corners, which on a phone take a seventh of the
 * height, and remark and score in the lowest 14 %.
 */
export const lettersTop = 136
export const lettersFloor = 774
export const margin = 44

/** A character: centre of its em square, size in px before scaling. */
export interface Glyph {
  text: string
  x: number
  y: number
  size: number
  scaleX: number
  scaleY: number
  /** Width in em before scaling. */
  advance: number
}

export type LayoutName = 'vertical' | 'columns' | 'square' | 'stack' | 'huge' | 'lines' | 'small'

/** One layout of the large part of a title. */
export interface Placement {
  name: LayoutName
  glyphs: Glyph[]
  /** Edge of the title: the dark gradient starts there. */
  edge: 'left' | 'right' | 'top' | 'base'
  /** Size relative to the maximum of this layout, 0..1. */
  share: number
  /** Intentionally cropped by the frame. */
  bleeds: boolean
}

export function glyphBox(glyph: Glyph): Box {
  const width = glyph.size * glyph.scaleX * glyph.advance
  // The ink of a Han character fills 94 % of its em square.
  const height = glyph.size * glyph.scaleY * 0.94
  return { x: glyph.x - width / 2, y: glyph.y - height / 2, width, height }
}

function insideFrame(box: Box): boolean {
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= posterWidth && box.y + box.height <= lettersFloor
}

/** Minimum distance between ink and a subject, in px. */
const subjectGapPx = 8

/** Whether a box covers no subject and is inside the area for letters. */
export function isFree(box: Box, subjects: readonly Box[]): boolean {
  const { x, y, width, height } = box
  const padded = {
    x: x - subjectGapPx,
    y: y - subjectGapPx,
    width: width + subjectGapPx * 2,
    height: height + subjectGapPx * 2,
  }
  return insideFrame(box) && !subjects.some((subject) => overlaps(padded, subject))
}

/** The largest of a decreasing list of sizes at which every character is free. */
export function largestFree(
  sizes: { from: number; to: number },
  subjects: readonly Box[],
  build: (size: number) => Placement | undefined,
): Placement | undefined {
  for (let size = sizes.from; size >= sizes.to; size -= Math.max(2, sizes.from * 0.03)) {
    const placement = build(size)
    if (placement?.glyphs.every((glyph) => isFree(glyphBox(glyph), subjects)) === true) return placement
  }
  return undefined
}
