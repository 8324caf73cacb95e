import { seededRandom, type SeededRandom } from '../../seeded-random.ts'
import { shotSec } from '../film-script.ts'
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

/** The pitch of a scale step: 0 is the tonic, 7 the octave. */
function pitchOf({ key, mode }: ScoreScript, step: number): number {
  const scale = scales[mode]
  const octave = Math.floor(step / 7)
  return key + octave * 12 + (scale[step - octave * 7] ?? 0)
}

/** The scale steps of a triad: root, third, fifth. */
const chordSteps = (root: number): number[] => [0, 2, 4].map((above) => root - 1 + above)

/**
 * Composes the music of a film, one chord for each shot: pads, arpeggios, a bass and a sparse, repeating melody. Shots
 * are played in any order, so each has all that belongs to its chord. Times are relative to the start of the shot.
 * Pure: the same script and seed give the same notes.
 */
export function composeScore(script: ScoreScript, seed: string, shots: number): Note[][] {
  const beatSec = 60 / script.tempo
  const random = seededRandom(`score ${seed}`)
  const melody = composeMelody(script, random)
  return Array.from({ length: shots }, (_, at) => {
    const root = script.chords[at % script.chords.length] ?? 1
    const bass: Note = {
      instrument: 'bass',
      startSec: 0,
      lengthSec: shotSec,
      pitch: toBassOctave(pitchOf(script, root - 1)),
      velocity: 0.8,
    }
    return [
      ...padNotes(script, root),
      bass,
      ...pluckNotes(script, root, beatSec, random),
      ...leadNotes(script, melody, at, root, beatSec),
    ]
  })
}

/** The notes of a chord, each in the octave around the pad's centre, so that the voices move little between chords. */
function padNotes(script: ScoreScript, root: number): Note[] {
  return chordSteps(root).map((step) => {
    const pitch = pitchOf(script, step)
    const near = pitch - 12 * Math.round((pitch - script.key - 4) / 12)
    return {
      instrument: 'pad',
      startSec: 0,
      lengthSec: shotSec + 0.6,
      pitch: near,
      velocity: 0.8,
    }
  })
}

/** Transposes a pitch into the octave from E1. */
const toBassOctave = (pitch: number): number => 28 + ((((pitch - 28) % 12) + 12) % 12)

function pluckNotes(script: ScoreScript, root: number, beatSec: number, random: SeededRandom): Note[] {
  const steps = [...chordSteps(root), root - 1 + 7, root - 1 + 9]
  const slots = script.beatsPerChord * 2
  const notes: Note[] = []
  for (let slot = 0; slot < slots; slot++) {
    const index = script.arpeggio[slot % script.arpeggio.length] ?? null
    if (index === null) continue
    const step = steps[index % steps.length] ?? 0
    notes.push({
      instrument: 'pluck',
      startSec: slot * beatSec * 0.5 + random.next() * 0.018,
      lengthSec: 3,
      pitch: pitchOf(script, step) + 12,
      velocity: (slot % 4 === 0 ? 0.75 : 0.5) + random.next() * 0.2,
    })
  }
  return notes
}

/** A note of the melody: its length and its interval to the note before, in scale steps. Null is a rest. */
interface MelodyStep {
  beats: number
  interval: number | null
}

const rhythms: readonly [readonly number[], ...(readonly number[])[]] = [[2, 1, 1], [3, 1], [1, 1, 2], [4], [2, 2]]

/** Three phrases in the form A B A C, one per chord: repetition makes the melody memorable. */
function composeMelody({ beatsPerChord }: ScoreScript, random: SeededRandom): MelodyStep[][] {
  const phrase = (): MelodyStep[] => {
    const moves: MelodyStep[] = []
    for (let left = beatsPerChord; left > 0;) {
      for (const beats of random.pick(rhythms)) {
        if (left <= 0) break
        const held = Math.min(beats, left)
        left -= held
        moves.push({ beats: held, interval: random.next() < 0.14 ? null : random.pick([-1, -1, 1, 1, -2, 2, 0]) })
      }
    }
    return moves
  }
  const [one, two, three] = [phrase(), phrase(), phrase()]
  return [one, two, one, three]
}

function leadNotes(script: ScoreScript, melody: MelodyStep[][], at: number, root: number, beatSec: number): Note[] {
  const moves = melody[at % melody.length] ?? []
  const tones = chordSteps(root).flatMap((step) => [step, step + 7, step - 7])
  const nearest = (step: number): number =>
    tones.reduce((best, tone) => (Math.abs(tone - step) < Math.abs(best - step) ? tone : best), tones[0] ?? 0)
  // Every phrase begins on a chord tone near the middle of the range.
  let step = nearest(9)
  let beat = 0
  const notes: Note[] = []
  for (const { beats, interval } of moves) {
    if (interval !== null) {
      step = Math.min(14, Math.max(5, beat === 0 ? step : step + interval))
      const isLong = beats >= 2
      const pitch = pitchOf(script, isLong ? nearest(step) : step)
      notes.push({
        instrument: 'lead',
        startSec: beat * beatSec,
        lengthSec: beats * beatSec * 0.96,
        pitch,
        velocity: isLong ? 0.8 : 0.62,
      })
    }
    beat += beats
  }
  return notes
}
