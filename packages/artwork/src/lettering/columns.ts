import type { SeededRandom } from '../random.ts'
import type { Box } from '../scene.ts'
import type { Glyph, Placement } from './placement.ts'
import { largestFree, lettersFloor, lettersTop, margin, posterWidth } from './placement.ts'
import { headroom } from './text.ts'
import type { Title } from './text.ts'

const pitch = 1.04
/** Space for the seal below a column. */
const sealRoom = 66

type Side = 'left' | 'right'

function column(title: Title, side: Side, size: number, y: number): Glyph[] {
  const x = side === 'left' ? margin + size / 2 : posterWidth - margin - size / 2
  return title.cells.map((cell, index) => ({
    text: cell.text,
    x,
    y: y + size / 2 + index * size * pitch,
    size,
    scaleX: 1,
    scaleY: 1,
    advance: 1,
  }))
}

/** One column, from the top, or down to the floor if the subject is at the top. */
function vertical(title: Title, side: Side, subjects: readonly Box[]): Placement | undefined {
  const count = title.cells.length
  const largest = Math.min(count === 1 ? 200 : 150, 470 / count)
  const start = lettersTop + headroom(title)
  const place = (y: (size: number) => number) =>
    largestFree({ from: largest, to: 54 }, subjects, (size) => ({
      name: 'vertical',
      glyphs: column(title, side, size, y(size)),
      edge: side,
      share: size / largest,
      bleeds: false,
    }))
  const high = place(() => start)
  if (high !== undefined && high.share > 0.7) return high
  const low = place((size) => lettersFloor - sealRoom - count * size * pitch)
  return (low?.share ?? 0) > (high?.share ?? 0) ? low : high
}

/** Two columns, read from the right; the second starts half a character lower. */
function pair(title: Title, side: Side, subjects: readonly Box[]): Placement | undefined {
  const count = title.cells.length
  const rows = Math.ceil(count / 2)
  const largest = Math.min(150, 480 / (rows + 0.55))
  return largestFree({ from: largest, to: 46 }, subjects, (size) => {
    const first = side === 'right' ? posterWidth - margin - size / 2 : margin + size * 1.62
    const start = lettersTop + headroom(title)
    const glyphs = title.cells.map((cell, index) => {
      const second = index >= rows
      const row = second ? index - rows + 0.55 : index
      return {
        text: cell.text,
        x: second ? first - size * 1.12 : first,
        y: start + size / 2 + row * size * pitch,
        size,
        scaleX: 1,
        scaleY: 1,
        advance: 1,
      }
    })
    return { name: 'columns', glyphs, edge: side, share: size / largest, bleeds: false }
  })
}

function better(random: SeededRandom, left: Placement | undefined, right: Placement | undefined): Placement[] {
  const found = [left, right].filter((placement) => placement !== undefined)
  const best = Math.max(0, ...found.map((placement) => placement.share))
  const equals = found.filter((placement) => placement.share > best - 0.08)
  return equals.length === 0 ? [] : [random.pick(equals)]
}

/** Vertical layouts of a title that do not cover the subjects; none if its characters cannot be set vertically. */
export function columns(title: Title, subjects: readonly Box[], random: SeededRandom): Placement[] {
  const count = title.cells.length
  if (!title.upright || count > 14) return []
  const single = count <= 8 ? better(random, vertical(title, 'left', subjects), vertical(title, 'right', subjects)) : []
  const double = count >= 4 ? better(random, pair(title, 'left', subjects), pair(title, 'right', subjects)) : []
  return [...single, ...double]
}
