import type { Box } from '../scene.ts'
import { overlaps } from '../scene.ts'

/** Letters stay between these lines: the lowest 14 % belong to remark and score. */
export const posterWidth = 600
export const lettersTop = 40
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

/** One way to set the large part of a title. */
export interface Placement {
  name: LayoutName
  glyphs: Glyph[]
  /** The edge that the letters lean on: from there a fall of dark colour comes in. */
  edge: 'left' | 'right' | 'top' | 'base'
  /** Size against the largest that this layout ever takes, 0..1. */
  share: number
  /** Cut by the frame on purpose. */
  bleeds: boolean
}

export function glyphBox(glyph: Glyph): Box {
  const width = glyph.size * glyph.scaleX * glyph.advance
  // Ink of a Han character fills 94 % of its em square.
  const height = glyph.size * glyph.scaleY * 0.94
  return { x: glyph.x - width / 2, y: glyph.y - height / 2, width, height }
}

function insideFrame(box: Box): boolean {
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= posterWidth && box.y + box.height <= lettersFloor
}

/** Between ink and a subject, in px. */
const air = 8

/** Neither over a subject nor outside the part of the frame that letters may use. */
export function isFree(box: Box, subjects: readonly Box[]): boolean {
  const { x, y, width, height } = box
  const padded = { x: x - air, y: y - air, width: width + air * 2, height: height + air * 2 }
  return insideFrame(box) && !subjects.some((subject) => overlaps(padded, subject))
}

/** The largest of a falling row of sizes at which every character stands free. */
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
