export interface Cue {
  readonly startMs: number
  readonly endMs: number
  /** As in the source, with line feeds between lines. */
  readonly text: string
}

/** Result of a parser: cues in the source's order, and the number of cues that could not be parsed. */
export interface ParsedCues {
  readonly cues: Cue[]
  readonly dropped: number
}

const MAX_MS = 100 * 3_600_000
const TIME = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/

/** Parses `01:02:03,450`, `1:02:03.45`, `02:03.450` or `01:02:03` to milliseconds; null for anything else. */
export function parseTime(text: string): number | null {
  const [, hours = '0', minutes, seconds = '', fraction = ''] = TIME.exec(text.trim()) ?? []
  if (minutes === undefined || Number(minutes) > 59 || Number(seconds) > 59) return null
  const clock = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return clock * 1000 + Number(fraction.padEnd(3, '0'))
}

/** A cue if its times are in order and within a hundred hours, else null. */
export function checkedCue(startMs: number | null, endMs: number | null, text: string): Cue | null {
  if (startMs === null || endMs === null || startMs >= endMs || endMs > MAX_MS) return null
  return { startMs, endMs, text }
}

/** A WebVTT timestamp, always with hours. */
export function renderTime(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const fraction = String(ms % 1000).padStart(3, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${fraction}`
}
