import type { Cue } from '../engine/engine.ts'

/** Subtitle lines at a time, in the order of their cues. */
export const linesAt = (cues: readonly Cue[], sec: number): string[] =>
  cues.filter(({ startSec, endSec }) => startSec <= sec && sec < endSec).flatMap(({ lines }) => lines)

/** Time of the next change of the lines; Infinity if there is none. */
export const nextChange = (cues: readonly Cue[], sec: number): number =>
  Math.min(Infinity, ...cues.flatMap(({ startSec, endSec }) => [startSec, endSec]).filter((edge) => edge > sec))

const maxSentences = 3
const nearSec = 15

/** The texts of the cues around a time, the closest first. */
export function sentencesNear(cues: readonly Cue[], sec: number): string[] {
  const distance = ({ startSec, endSec }: Cue): number => Math.max(0, startSec - sec, sec - endSec)
  const texts = cues
    .filter((cue) => distance(cue) <= nearSec)
    .toSorted((one, other) => distance(one) - distance(other))
    .map(({ lines }) => lines.map((line) => line.trim()).join(' '))
  return [...new Set(texts)].slice(0, maxSentences)
}
