import type { Tile } from '../../../player/storyboard/storyboard.ts'

const maxSheets = 3
const maxFrames = 12
/** Without the opening, and without what gives the end away. */
const fromShare = 0.08
const toShare = 0.7

/** Evenly distributed members of a list, at most `count`. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items]
  return Array.from({ length: count }, (_, at) => items[Math.floor(((at + 0.5) * items.length) / count)]).filter(
    (item) => item !== undefined,
  )
}

/** The frames that a preview shows, from few sheets, so that it costs little. */
export function previewFrames(tiles: readonly Tile[]): Tile[] {
  const inner = tiles.slice(Math.floor(tiles.length * fromShare), Math.max(1, Math.ceil(tiles.length * toShare)))
  const sheets = spread([...new Set(inner.map(({ sheet }) => sheet))], maxSheets)
  const perSheet = Math.floor(maxFrames / Math.max(1, sheets.length))
  return sheets.flatMap((sheet) =>
    spread(
      inner.filter((tile) => tile.sheet === sheet),
      perSheet,
    ),
  )
}

/** The frame under a pointer at a share of the picture's width, 0 to 1. */
export const frameUnder = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(share * count)))
