import { checkedNumber, checkedUri, joinLines } from './playlist-text.ts'

export interface Storyboard {
  /** Sheets of `columns` × `rows` tiles each, filled row by row. */
  readonly sheetUris: readonly string[]
  readonly columns: number
  readonly rows: number
  /** Pixels. */
  readonly tileWidth: number
  readonly tileHeight: number
  /** Duration that one tile covers. */
  readonly intervalSec: number
  readonly durationSec: number
}

/** Formats seconds as a WebVTT timestamp, `00:01:02.500`. */
function timestamp(sec: number): string {
  const ms = Math.round(sec * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const clock = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`
  return `${clock}.${String(ms % 1000).padStart(3, '0')}`
}

/** A picture of a sheet, and the time that it stands for. */
export interface Thumbnail {
  readonly startSec: number
  readonly endSec: number
  readonly sheetUri: string
  /** Left, top, width and height in the sheet, pixels. */
  readonly place: readonly [number, number, number, number]
}

/**
 * Renders a WebVTT track of thumbnails: each cue refers to a sheet and the tile's position in it as a media fragment
 * (`#xywh=`).
 * @throws RangeError for an address that no valid track can contain
 */
export function renderThumbnailsVtt(thumbnails: readonly Thumbnail[]): string {
  const lines = ['WEBVTT']
  for (const { startSec, endSec, sheetUri, place } of thumbnails)
    lines.push('', `${timestamp(startSec)} --> ${timestamp(endSec)}`, `${checkedUri(sheetUri)}#xywh=${place.join(',')}`)
  return joinLines(lines)
}

/**
 * The thumbnails of a storyboard in the order of their times.
 * @throws RangeError for sizes or times that no valid track can contain
 */
export function thumbnailsOf(storyboard: Storyboard): Thumbnail[] {
  const { sheetUris, columns, rows, tileWidth, tileHeight, intervalSec, durationSec } = storyboard
  checkedNumber(columns, 1, 'columns')
  checkedNumber(rows, 1, 'rows')
  checkedNumber(intervalSec, 0.001, 'interval')
  checkedNumber(durationSec, 0, 'duration')
  const perSheet = columns * rows
  const thumbnails: Thumbnail[] = []
  for (const [sheet, sheetUri] of sheetUris.entries()) {
    for (let tile = 0; tile < perSheet; tile++) {
      const startSec = (sheet * perSheet + tile) * intervalSec
      if (startSec >= durationSec) return thumbnails
      const place = [
        (tile % columns) * tileWidth,
        Math.floor(tile / columns) * tileHeight,
        tileWidth,
        tileHeight,
      ] as const
      thumbnails.push({ startSec, endSec: Math.min(startSec + intervalSec, durationSec), sheetUri, place })
    }
  }
  return thumbnails
}
