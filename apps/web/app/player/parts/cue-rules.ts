import type { Cue } from '../engine/engine.ts'

/** The words to be read at a moment, in the order of their cues. */
export const linesAt = (cues: readonly Cue[], sec: number): string[] =>
  cues.filter(({ startSec, endSec }) => startSec <= sec && sec < endSec).flatMap(({ lines }) => lines)

/** When the words change next after a moment; Infinity where they do not. */
export const nextChange = (cues: readonly Cue[], sec: number): number =>
  Math.min(Infinity, ...cues.flatMap(({ startSec, endSec }) => [startSec, endSec]).filter((edge) => edge > sec))
