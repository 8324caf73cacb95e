import { checkedNumber, checkedUri, joined } from './playlist-text.ts'

export interface Storyboard {
  /** Pictures of `columns` by `rows` tiles each, filled row by row. */
  readonly sheetUris: readonly string[]
  readonly columns: number
  readonly rows: number
  /** Pixels. */
  readonly tileWidth: number
  readonly tileHeight: number
  /** What one tile stands for. */
  readonly intervalSec: number
  readonly durationSec: number
}

/** Seconds as a WebVTT timestamp, `00:01:02.500`. */
function timestamp(sec: number): string {
  const ms = Math.round(sec * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const clock = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`
  return `${clock}.${String(ms % 1000).padStart(3, '0')}`
}

/**
 * A WebVTT track of thumbnails: each cue names a sheet and the tile's place in it as a media fragment (`#xywh=`).
 * @throws RangeError for an address or number that no valid track can hold
 */
export function renderStoryboardVtt(storyboard: Storyboard): string {
  const { sheetUris, columns, rows, tileWidth, tileHeight, intervalSec, durationSec } = storyboard
  checkedNumber(columns, 1, 'columns')
  checkedNumber(rows, 1, 'rows')
  checkedNumber(intervalSec, 0.001, 'interval')
  checkedNumber(durationSec, 0, 'duration')
  const perSheet = columns * rows
  const lines = ['WEBVTT']
  for (const [sheet, uri] of sheetUris.entries()) {
    for (let tile = 0; tile < perSheet; tile++) {
      const startSec = (sheet * perSheet + tile) * intervalSec
      if (startSec >= durationSec) return joined(lines)
      const place = [(tile % columns) * tileWidth, Math.floor(tile / columns) * tileHeight, tileWidth, tileHeight]
      const span = `${timestamp(startSec)} --> ${timestamp(Math.min(startSec + intervalSec, durationSec))}`
      lines.push('', span, `${checkedUri(uri)}#xywh=${place.join(',')}`)
    }
  }
  return joined(lines)
}
