import type { Box } from '../scene.ts'
import type { Glyph, LayoutName, Placement } from './placement.ts'
import { glyphBox, isFree, largestFree, lettersFloor, lettersTop, margin, posterWidth } from './placement.ts'
import type { Cell, Title } from './text.ts'
import { headroom, widthOf, wrapInto } from './text.ts'

const room = posterWidth - margin * 2
/** Below the title a Latin line of 16 px still fits above the floor. */
const base = lettersFloor - 44

type Align = 'left' | 'right' | 'centre'

interface Block {
  lines: Cell[][]
  size: number
  scaleX: number
  scaleY: number
  /** Top edge of the first line. */
  y: number
  align: Align
  joined: boolean
  /** Spreads a single line over the whole width. */
  justify: boolean
}

const leading = 1.1

function blockHeight(block: Pick<Block, 'lines' | 'size' | 'scaleY'>): number {
  return block.size * block.scaleY * (1 + (block.lines.length - 1) * leading)
}

function setLine(block: Block, line: Cell[], y: number): Glyph[] {
  const { size, scaleX, scaleY } = block
  const natural = widthOf(line) * size * scaleX
  const spare = room - natural
  const gap = block.justify && line.length > 1 ? Math.max(0, spare) / (line.length - 1) : 0
  const start = block.align === 'right' ? spare : block.align === 'centre' ? spare / 2 : 0
  let x = margin + (gap > 0 ? 0 : start)
  if (block.joined) {
    const text = line.map((cell) => cell.text).join('')
    return [{ text, x: x + natural / 2, y, size, scaleX, scaleY, advance: widthOf(line) }]
  }
  const glyphs: Glyph[] = []
  for (const cell of line) {
    const width = cell.advance * size * scaleX
    if (cell.text !== ' ')
      glyphs.push({ text: cell.text, x: x + width / 2, y, size, scaleX, scaleY, advance: cell.advance })
    x += width + gap
  }
  return glyphs
}

function setBlock(block: Block): Glyph[] {
  const step = block.size * block.scaleY * leading
  const first = block.y + (block.size * block.scaleY) / 2
  return block.lines.flatMap((line, index) => setLine(block, line, first + index * step))
}

interface Fit {
  lines: Cell[][]
  size: number
}

/** Number of lines and size that fill the width best within a height. */
function fit(title: Title, scaleY: number, maxSize: number, maxHeight: number): Fit {
  // Up to six Chinese characters are most readable in one line.
  const maxLines = title.upright && title.cells.length <= 6 ? 1 : 5
  const bestOf = (whole: boolean): Fit => {
    let best: Fit = { lines: [title.cells], size: 0 }
    for (let count = 1; count <= maxLines; count += 1) {
      const wrapped = wrapInto(title.cells, count, whole)
      const widest = Math.max(...wrapped.map((line) => widthOf(line)))
      const height = scaleY * (1 + (wrapped.length - 1) * leading)
      const size = Math.min(maxSize, room / widest, maxHeight / height)
      if (size > best.size * 1.04) best = { lines: wrapped, size }
    }
    return best
  }
  const best = bestOf(true)
  return best.size < Math.min(maxSize, 36) ? bestOf(false) : best
}

function asPlacement(name: LayoutName, glyphs: Glyph[], low: boolean, share: number): Placement {
  return { name, glyphs, edge: low ? 'base' : 'top', share, bleeds: false }
}

/** Horizontal lines at the bottom, or at the top if the subject is at the bottom. */
function lines(title: Title, subjects: readonly Box[]): Placement | undefined {
  const scaleY = title.upright && title.cells.length > 3 ? 1.22 : 1.05
  const best = fit(title, scaleY, 168, 260)
  const justify = title.upright && best.lines.length === 1 && title.cells.length >= 4
  const place = (low: boolean, from: number) =>
    largestFree({ from: best.size, to: Math.max(26, best.size * 0.4) }, subjects, (size) => {
      const block = { lines: best.lines, size, scaleX: 1, scaleY, align: 'left' as const, joined: title.joined }
      const y = low ? base - blockHeight(block) : from + headroom(title)
      return asPlacement('lines', setBlock({ ...block, y, justify }), low, size / best.size)
    })
  const low = place(true, base)
  if (low !== undefined && low.share > 0.6) return low
  return [low, place(false, lettersTop), place(false, 190)]
    .filter((placement) => placement !== undefined)
    .toSorted((one, other) => other.share - one.share)[0]
}

/** One or two large characters, one below the other; or four in a square. */
function heavy(title: Title, subjects: readonly Box[]): Placement | undefined {
  const count = title.cells.length
  const square = count === 4
  if (!title.upright || !(square || count <= 2)) return undefined
  const rows = square ? [title.cells.slice(0, 2), title.cells.slice(2)] : title.cells.map((cell) => [cell])
  const largest = square ? 184 : 200
  return largestFree({ from: largest, to: 90 }, subjects, (size) => {
    const scaleX = square ? 1.06 : 1.32
    const block = { lines: rows, size, scaleX, scaleY: 0.9, align: 'centre' as const, joined: false, justify: false }
    return asPlacement(
      square ? 'square' : 'stack',
      setBlock({ ...block, y: base - blockHeight(block) }),
      true,
      size / largest,
    )
  })
}

/** One to three characters as large as the frame, cropped by it. */
export function huge(title: Title): Placement | undefined {
  const count = title.cells.length
  if (!title.upright || count > 3) return undefined
  const spots = [
    [[330, 480, 580]],
    [
      [172, 295, 330],
      [424, 610, 330],
    ],
    [
      [176, 240, 216],
      [420, 452, 216],
      [176, 664, 216],
    ],
  ][count - 1]
  const glyphs = title.cells.map((cell, index) => {
    const [x = 300, y = 400, size = 200] = spots?.[index] ?? []
    return { text: cell.text, x, y, size, scaleX: 1.06, scaleY: 1, advance: 1 }
  })
  return { name: 'huge', glyphs, edge: 'base', share: 1, bleeds: true }
}

/** Horizontal layouts of a title that do not cover the subjects. */
export function blocks(title: Title, subjects: readonly Box[]): Placement[] {
  return [lines(title, subjects), heavy(title, subjects)].filter((placement) => placement !== undefined)
}

/** A small title anywhere: tried from the bottom upwards, left, right, centre, with decreasing size. */
export function smallest(title: Title, subjects: readonly Box[]): Placement | undefined {
  for (let largest = 70; largest >= 22; largest -= 6) {
    const { lines: rows, size } = fit(title, 1, largest, largest * 2.4)
    const block = { lines: rows, size, scaleX: 1, scaleY: 1, joined: title.joined, justify: false }
    const height = blockHeight(block)
    for (let y = base - height; y >= lettersTop + headroom(title); y -= 12) {
      for (const align of ['left', 'right', 'centre'] as const) {
        const glyphs = setBlock({ ...block, y, align })
        if (glyphs.every((glyph) => isFree(glyphBox(glyph), subjects)))
          return asPlacement('small', glyphs, y > 420, 0.3)
      }
    }
  }
  return undefined
}
