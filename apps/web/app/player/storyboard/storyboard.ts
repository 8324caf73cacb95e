/** A thumbnail: a region of a sheet for a time span. */
export interface Tile {
  startSec: number
  endSec: number
  /** Absolute URL of the sheet. */
  sheet: string
  x: number
  y: number
  width: number
  height: number
}

const timing = /^(?:(\d+):)?(\d{2}):(\d{2})[.,](\d{3})\s+-->\s+(?:(\d+):)?(\d{2}):(\d{2})[.,](\d{3})/
const tilePosition = /^(\S+)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/

const secondsOf = ([hours, minutes, seconds, ms]: readonly (string | undefined)[]): number =>
  Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(ms) / 1000

function addressOf(uri: string, base: string): string | null {
  const address = URL.canParse(uri, base) ? new URL(uri, base) : null
  return address && /^https?:$/.test(address.protocol) ? address.href : null
}

/**
 * Parses a WebVTT track of thumbnails: cues with a sheet and a region (`#xywh=`, Media Fragments URI 1.0). Other cues
 * are skipped.
 *
 * @param base absolute URL of the track
 */
export function parseStoryboard(text: string, base: string): Tile[] {
  const tiles: Tile[] = []
  for (const block of text.split(/\r?\n\s*\r?\n/)) {
    const lines = block.split(/\r?\n/)
    const at = lines.findIndex((line) => timing.test(line))
    const times = timing.exec(lines[at] ?? '')
    const [, uri, ...numbers] = tilePosition.exec(lines[at + 1]?.trim() ?? '') ?? []
    const sheet = uri === undefined ? null : addressOf(uri, base)
    if (!times || sheet === null) continue
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number)
    const [startSec, endSec] = [secondsOf(times.slice(1, 5)), secondsOf(times.slice(5, 9))]
    if (width > 0 && height > 0 && endSec > startSec) tiles.push({ startSec, endSec, sheet, x, y, width, height })
  }
  return tiles.toSorted((one, other) => one.startSec - other.startSec)
}

/** The thumbnail at a time: the last one that has started. */
export function tileAt(tiles: readonly Tile[], sec: number): Tile | null {
  let [from, to] = [0, tiles.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((tiles[middle]?.startSec ?? 0) <= sec) from = middle + 1
    else to = middle
  }
  return tiles[from - 1] ?? null
}
