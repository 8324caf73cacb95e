/** A run that lasted this long was a good one: the next begins at once. */
export const goodRunMs = 10_000

const minDelayMs = 500
const maxDelayMs = 8000

/** How long to wait before the next run after so many runs in a row that came to nothing. */
export function restartDelayMs(failures: number): number {
  return Math.min(maxDelayMs, minDelayMs * 2 ** Math.max(0, failures))
}

/** How long the picture may stay away before a run is given up: three times its longest segment of late. */
export function stallTimeoutMs(longestMs: number): number {
  return 3 * Math.max(2000, longestMs)
}

/** A segment as ffmpeg listed it. */
export interface ListedSegment {
  readonly num: number
  readonly durationMs: number
}

/**
 * The segments in a run's own list, in order. The text may begin in the middle of a line, and whatever follows the last
 * line break is not complete.
 */
export function parseRunPlaylist(text: string): ListedSegment[] {
  const found: ListedSegment[] = []
  let durationMs = 0
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    const duration = /^#EXTINF:(\d+(?:\.\d+)?),/.exec(line)?.[1]
    const num = /^(\d{6,12})\.m4s$/.exec(line)?.[1]
    if (duration !== undefined) durationMs = Math.round(Number(duration) * 1000)
    else if (!line.startsWith('#') || line.startsWith('#EXTINF')) {
      if (num !== undefined && durationMs > 0) found.push({ num: Number(num), durationMs })
      durationMs = 0
    }
  }
  return found
}
