import { shotSec } from '../film-script.ts'

/** Parameters from which the music of a film is composed. */
export interface ScoreScript {
  /** MIDI number of the tonic, in the octave of the pad: 57 is A below middle C. */
  key: number
  mode: Mode
  /** Beats per minute. */
  tempo: number
  beatsPerChord: number
  /** Roots of the chords as scale degrees (1 is the tonic), one for each shot, repeated to the end. */
  chords: readonly number[]
  /** Indices of chord notes, one per half beat. Null is a rest. */
  arpeggio: readonly (number | null)[]
  pluck: 'piano' | 'harp' | 'glass'
  lead: 'flute' | 'strings' | 'bell'
  ambience: 'waves' | 'rain' | 'wind' | 'deep' | 'drone'
}

/** The tempo at which a chord lasts as long as a shot. */
export const beatsPerMinute = (beatsPerChord: number): number => (60 * beatsPerChord) / shotSec

export type Mode = 'minor' | 'major' | 'dorian' | 'lydian'

/** Semitones above the tonic. */
export const scales: Readonly<Record<Mode, readonly number[]>> = {
  minor: [0, 2, 3, 5, 7, 8, 10],
  major: [0, 2, 4, 5, 7, 9, 11],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
}
