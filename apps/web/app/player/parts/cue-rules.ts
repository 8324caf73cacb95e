import type { Cue } from '../engine/engine.ts'

/** Subtitle lines at a time, in the order of their cues. */
export const linesAt = (cues: readonly Cue[], sec: number): string[] =>
  cues.filter(({ startSec, endSec }) => startSec <= sec && sec < endSec).flatMap(({ lines }) => lines)

/** Time of the next change of the lines; Infinity if there is none. */
export const nextChange = (cues: readonly Cue[], sec: number): number =>
  Math.min(Infinity, ...cues.flatMap(({ startSec, endSec }) => [startSec, endSec]).filter((edge) => edge > sec))
