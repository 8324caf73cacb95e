import type { Storyboard } from '../media-tables.ts'
import type { Size } from './ladder-rules.ts'

/** Pure decisions about thumbnails and pictures. */

const columns = 5
const rows = 5
export const tile: Size = { width: 160, height: 90 }

/** Thumbnails close enough together to find a place by, and not more than a long film needs. */
export function planStoryboard(durationSec: number): Storyboard {
  const intervalSec = durationSec <= 5 * 60 ? 2 : durationSec <= 30 * 60 ? 5 : 10
  const tiles = Math.max(1, Math.ceil(durationSec / intervalSec))
  const sheets = Math.ceil(tiles / (columns * rows))
  return { intervalSec, columns, rows, tileWidth: tile.width, tileHeight: tile.height, sheets, tiles }
}

/** Where a tile stands in its sheet, in pixels. */
export function tilePlace(index: number): { sheet: number; left: number; top: number } {
  const within = index % (columns * rows)
  return {
    sheet: Math.floor(index / (columns * rows)),
    left: (within % columns) * tile.width,
    top: Math.floor(within / columns) * tile.height,
  }
}

/** Brightness of a picture, 0 to 255: its mean and its deviation. */
export interface Light {
  mean: number
  deviation: number
}

/** The light of a part of a grey picture. */
export function lightOf(
  grey: Uint8Array,
  picture: { width: number; channels: number },
  part: Size & { left: number; top: number },
): Light {
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

/** The tiles that a picture of the film may come from: neither its opening titles nor its end. */
export function candidateTiles(tiles: number): { from: number; to: number } {
  const from = Math.floor(tiles * 0.08)
  return { from, to: Math.max(from + 1, Math.ceil(tiles * 0.7)) }
}

/** The index of the picture that shows most: much contrast, neither dark nor glaring. */
export function clearest(lights: readonly Light[]): number {
  const worth = lights.map(({ mean, deviation }) => deviation * (1 - Math.abs(mean - 118) / 140))
  return Math.max(0, worth.indexOf(Math.max(...worth)))
}

/** The largest size of this shape that can be cut out of a frame, no larger than the shape itself. */
export function cropSize(frame: Size, shape: Size): Size {
  const factor = Math.min(1, frame.width / shape.width, frame.height / shape.height)
  return {
    width: Math.max(1, Math.round(shape.width * factor)),
    height: Math.max(1, Math.round(shape.height * factor)),
  }
}

/** The dark colour of scrims over a picture whose mean colour this is, as `#rrggbb`. */
export function inkOf(mean: readonly [red: number, green: number, blue: number]): string {
  const dark = [10, 5, 9] as const
  const mixed = dark.map((value, at) => Math.round(value + ((mean[at] ?? 0) - value) * 0.13))
  return `#${mixed.map((value) => Math.min(255, Math.max(0, value)).toString(16).padStart(2, '0')).join('')}`
}
