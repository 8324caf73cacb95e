/** What a film's music is composed from. */
export interface ScoreScript {
  /** MIDI number of the key note, in the octave of the pad: 57 is A below middle C. */
  key: number
  mode: Mode
  /** Beats a minute. */
  tempo: number
  beatsPerChord: number
  /** Steps of the scale on which the chords stand, 1 is the key note; repeated to the end. */
  chords: readonly number[]
  /** Notes of the chord, from 0; one each half beat. Null is a rest. */
  arpeggio: readonly (number | null)[]
  pluck: 'piano' | 'harp' | 'glass'
  lead: 'flute' | 'strings' | 'bell'
  ambience: 'waves' | 'rain' | 'wind' | 'deep' | 'drone'
}

export type Mode = 'minor' | 'major' | 'dorian' | 'lydian'

/** Semitones above the key note. */
export const scales: Readonly<Record<Mode, readonly number[]>> = {
  minor: [0, 2, 3, 5, 7, 8, 10],
  major: [0, 2, 4, 5, 7, 9, 11],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
}
