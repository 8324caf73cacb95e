import type { Storyboard } from '../../media-tables.ts'
import type { Size } from '../encode/ladder-rules.ts'

/** Pure decisions about thumbnails and pictures. */

const columns = 5
const rows = 5
export const tile: Size = { width: 160, height: 90 }

/** Thumbnails dense enough for seeking, and no more than a long film needs. */
export function planStoryboard(durationSec: number, intervalSec = usualInterval(durationSec)): Storyboard {
  const tiles = Math.max(1, Math.ceil(durationSec / intervalSec))
  const sheets = Math.ceil(tiles / (columns * rows))
  return { intervalSec, columns, rows, tileWidth: tile.width, tileHeight: tile.height, sheets, tiles }
}

const usualInterval = (durationSec: number): number => (durationSec <= 5 * 60 ? 2 : durationSec <= 30 * 60 ? 5 : 10)

/** Position of a tile in its sheet, in pixels. */
export function tilePosition(index: number): { sheet: number; left: number; top: number } {
  const within = index % (columns * rows)
  return {
    sheet: Math.floor(index / (columns * rows)),
    left: (within % columns) * tile.width,
    top: Math.floor(within / columns) * tile.height,
  }
}

/** Brightness of a picture, 0 to 255: its mean and its deviation. */
export interface Brightness {
  mean: number
  deviation: number
}

/** The brightness of a region of a grey picture. */
export function brightnessOf(
  grey: Uint8Array,
  picture: { width: number; channels: number },
  part: Size & { left: number; top: number },
): Brightness {
  let sum = 0
  let squares = 0
  for (let y = part.top; y < part.top + part.height; y++) {
    for (let x = part.left; x < part.left + part.width; x++) {
      const value = grey[(y * picture.width + x) * picture.channels] ?? 0
      sum += value
      squares += value * value
    }
  }
  const mean = sum / (part.width * part.height)
  return { mean, deviation: Math.sqrt(Math.max(0, squares / (part.width * part.height) - mean * mean)) }
}

/** The tiles that a poster may be taken from: without the opening and the end credits. */
export function candidateTiles(tiles: number): { from: number; to: number } {
  const from = Math.floor(tiles * 0.08)
  return { from, to: Math.max(from + 1, Math.ceil(tiles * 0.7)) }
}

/** The index of the clearest picture: much contrast, neither dark nor overexposed. */
export function bestTile(tiles: readonly Brightness[]): number {
  const scores = tiles.map(({ mean, deviation }) => deviation * (1 - Math.abs(mean - 118) / 140))
  return Math.max(0, scores.indexOf(Math.max(...scores)))
}

/** The largest size with the aspect ratio of `shape` that fits into a frame, at most `shape` itself. */
export function cropSize(frame: Size, shape: Size): Size {
  const factor = Math.min(1, frame.width / shape.width, frame.height / shape.height)
  return {
    width: Math.max(1, Math.round(shape.width * factor)),
    height: Math.max(1, Math.round(shape.height * factor)),
  }
}

/** The dark scrim colour for a picture with this mean colour, as `#rrggbb`. */
export function inkOf(mean: readonly [red: number, green: number, blue: number]): string {
  const dark = [10, 5, 9] as const
  const mixed = dark.map((value, at) => Math.round(value + ((mean[at] ?? 0) - value) * 0.13))
  return `#${mixed.map((value) => Math.min(255, Math.max(0, value)).toString(16).padStart(2, '0')).join('')}`
}
