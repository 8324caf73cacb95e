import { diceOf, type Dice } from '../dice.ts'
import { scales, type ScoreScript } from './score-script.ts'

export interface Note {
  instrument: 'pad' | 'bass' | 'pluck' | 'lead'
  startSec: number
  lengthSec: number
  /** MIDI number. */
  pitch: number
  /** 0 to 1. */
  velocity: number
}

/** Shares of the film at which voices come in and go: it begins and ends with the pad alone. */
const pluckFrom = 0.1
const bassFrom = 0.22
const leadFrom = 0.3
const leadTo = 0.84
const pluckTo = 0.92

/** Pitch of a step of the scale: 0 is the key note, 7 the octave. */
function pitchOf({ key, mode }: ScoreScript, step: number): number {
  const scale = scales[mode]
  const octave = Math.floor(step / 7)
  return key + octave * 12 + (scale[step - octave * 7] ?? 0)
}

/** The steps of a chord with its ninth left out: root, third, fifth, seventh of the scale. */
const chordSteps = (root: number): number[] => [0, 2, 4].map((above) => root - 1 + above)

/**
 * Writes the music of a film: pads that lead from chord to chord by the nearest notes, broken chords, a bass and a
 * sparse melody that comes back. Pure: the same script and seed give the same notes.
 */
export function composeScore(script: ScoreScript, seed: string, totalSec: number): Note[] {
  const beatSec = 60 / script.tempo
  const chordSec = beatSec * script.beatsPerChord
  const count = Math.max(1, Math.round(totalSec / chordSec))
  const dice = diceOf(`score ${seed}`)
  const melody = melodyOf(script, dice)
  const notes: Note[] = []
  for (let at = 0; at < count; at++) {
    // It ends at home, whatever chord the round has come to.
    const root = at === count - 1 ? 1 : (script.chords[at % script.chords.length] ?? 1)
    const startSec = at * chordSec
    const share = at / count
    // It swells to the last third and ends as quietly as it began.
    const force = 0.5 + 0.5 * Math.sin(Math.PI * Math.min(1, share * 1.15) ** 1.4)
    notes.push(...padOf(script, root, startSec, chordSec, force))
    if (share >= bassFrom || at === count - 1)
      notes.push({
        instrument: 'bass',
        startSec,
        lengthSec: chordSec,
        pitch: lowOf(pitchOf(script, root - 1)),
        velocity: 0.8,
      })
    if (share >= pluckFrom && share < pluckTo) notes.push(...pluckOf(script, root, startSec, beatSec, share, dice))
    if (share >= leadFrom && share < leadTo) notes.push(...phraseAt(script, melody, at, root, startSec, beatSec))
  }
  return notes.filter(({ startSec }) => startSec < totalSec - 1)
}

/** Each note of the chord in the octave around the middle of the pad, so that chords move little. */
function padOf(script: ScoreScript, root: number, startSec: number, chordSec: number, force: number): Note[] {
  return chordSteps(root).map((step) => {
    const pitch = pitchOf(script, step)
    const near = pitch - 12 * Math.round((pitch - script.key - 4) / 12)
    return {
      instrument: 'pad',
      startSec: Math.max(0, startSec - 0.6),
      lengthSec: chordSec + 1.6,
      pitch: near,
      velocity: force,
    }
  })
}

/** Into the octave from E1. */
const lowOf = (pitch: number): number => 28 + ((((pitch - 28) % 12) + 12) % 12)

function pluckOf(
  script: ScoreScript,
  root: number,
  startSec: number,
  beatSec: number,
  share: number,
  dice: Dice,
): Note[] {
  const steps = [...chordSteps(root), root - 1 + 7, root - 1 + 9]
  const slots = script.beatsPerChord * 2
  // Thin at first and at the end.
  const isThin = share < 0.2 || share > 0.82
  const notes: Note[] = []
  for (let slot = 0; slot < slots; slot++) {
    const index = script.arpeggio[slot % script.arpeggio.length] ?? null
    if (index === null || (isThin && slot % 4 !== 0)) continue
    const step = steps[index % steps.length] ?? 0
    notes.push({
      instrument: 'pluck',
      startSec: startSec + slot * beatSec * 0.5 + dice.next() * 0.018,
      lengthSec: 3,
      pitch: pitchOf(script, step) + 12,
      velocity: (slot % 4 === 0 ? 0.75 : 0.5) + dice.next() * 0.2,
    })
  }
  return notes
}

/** A note of the melody: beats, and steps away from the one before; null is a rest. */
interface Move {
  beats: number
  by: number | null
}

const rhythms: readonly [readonly number[], ...(readonly number[])[]] = [[2, 1, 1], [3, 1], [1, 1, 2], [4], [2, 2]]

/** Two phrases, one for each chord and changed only where it returns: what is heard again is remembered. */
function melodyOf({ beatsPerChord }: ScoreScript, dice: Dice): Move[][] {
  const phrase = (): Move[] => {
    const moves: Move[] = []
    for (let left = beatsPerChord; left > 0;) {
      for (const beats of dice.pick(rhythms)) {
        if (left <= 0) break
        const held = Math.min(beats, left)
        left -= held
        moves.push({ beats: held, by: dice.next() < 0.14 ? null : dice.pick([-1, -1, 1, 1, -2, 2, 0]) })
      }
    }
    return moves
  }
  const [one, two, three] = [phrase(), phrase(), phrase()]
  return [one, two, one, three]
}

function phraseAt(
  script: ScoreScript,
  melody: Move[][],
  at: number,
  root: number,
  startSec: number,
  beatSec: number,
): Note[] {
  const moves = melody[at % melody.length] ?? []
  const tones = chordSteps(root).flatMap((step) => [step, step + 7, step - 7])
  const nearest = (step: number): number =>
    tones.reduce((best, tone) => (Math.abs(tone - step) < Math.abs(best - step) ? tone : best), tones[0] ?? 0)
  // Every phrase begins on a note of its chord, near the middle of the voice.
  let step = nearest(9)
  let beat = 0
  const notes: Note[] = []
  for (const { beats, by } of moves) {
    if (by !== null) {
      step = Math.min(14, Math.max(5, beat === 0 ? step : step + by))
      const isLong = beats >= 2
      const pitch = pitchOf(script, isLong ? nearest(step) : step)
      notes.push({
        instrument: 'lead',
        startSec: startSec + beat * beatSec,
        lengthSec: beats * beatSec * 0.96,
        pitch,
        velocity: isLong ? 0.8 : 0.62,
      })
    }
    beat += beats
  }
  return notes
}
