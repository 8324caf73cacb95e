/** A run of at least this duration counts as stable, and the next one starts without delay. */
export const goodRunMs = 10_000

const minDelayMs = 500
const maxDelayMs = 8000

/** Delay before the next run after a number of consecutive failed runs. */
export function restartDelayMs(failures: number): number {
  return Math.min(maxDelayMs, minDelayMs * 2 ** Math.max(0, failures))
}

/** A run without a new segment for this time is stalled: three times its longest recent segment. */
export function stallTimeoutMs(longestMs: number): number {
  return 3 * Math.max(2000, longestMs)
}

/** A segment in ffmpeg's playlist. */
export interface ListedSegment {
  readonly num: number
  readonly durationMs: number
}

/**
 * Parses ffmpeg's playlist of a run. The text may begin in the middle of a line; text after the last line break is
 * incomplete and ignored.
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
