import type { Cue } from './engine.ts'

/** A browser's cues in our form; whatever else is among them is left out. */
export function cuesOf(given: Iterable<unknown>): Cue[] {
  return [...given].flatMap((cue) => {
    if (!(cue instanceof VTTCue)) return []
    const lines = (cue.getCueAsHTML().textContent ?? '').split('\n').filter((line) => line.trim() !== '')
    return [{ startSec: cue.startTime, endSec: cue.endTime, lines }]
  })
}
