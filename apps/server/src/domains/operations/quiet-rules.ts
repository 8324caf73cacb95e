/** A file that keeps its size and time for so long is complete: copies and downloads write all the time. */
export const quietMs = 60_000

export interface SeenFile {
  size: number
  mtimeMs: number
  /** Since when it has been seen like this. */
  sinceMs: number
}

/** Whether a file has not changed for long enough. The clocks of network drives are not compared with this machine's. */
export const isQuiet = (seen: SeenFile | undefined, nowMs: number): boolean =>
  seen !== undefined && seen.size > 0 && nowMs - seen.sinceMs >= quietMs
