import type { Cue } from './engine.ts'

/** Converts a browser's cues; other objects are skipped. */
export function cuesOf(cues: Iterable<unknown>): Cue[] {
  return [...cues].flatMap((cue) => {
    if (!(cue instanceof VTTCue)) return []
    const lines = (cue.getCueAsHTML().textContent ?? '').split('\n').filter((line) => line.trim() !== '')
    return [{ startSec: cue.startTime, endSec: cue.endTime, lines }]
  })
}
