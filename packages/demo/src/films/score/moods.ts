import { beatsPerMinute, type ScoreScript } from './score-script.ts'

/** What the music of a film is like, by the kind of story. */
export type Mood =
  | 'period'
  | 'mystery'
  | 'crime'
  | 'horror'
  | 'romance'
  | 'family'
  | 'youth'
  | 'city'
  | 'adventure'
  | 'nature'
  | 'food'
  | 'sea'
  | 'deep'
  | 'space'
  | 'children'
  | 'variety'
  | 'sport'
  | 'news'

const slow = [0, null, 2, null, 4, null, 3, null] as const
const flowing = [0, 2, 3, 2, 1, 2, 4, 2] as const
const quick = [0, 1, 2, 3, 4, 3, 2, 1] as const
const sparse = [0, null, null, null, 3, null, null, null] as const

function score(beatsPerChord: number, rest: Omit<ScoreScript, 'tempo' | 'beatsPerChord'>): ScoreScript {
  return { ...rest, beatsPerChord, tempo: beatsPerMinute(beatsPerChord) }
}

export const moods: Readonly<Record<Mood, ScoreScript>> = {
  period: score(5, {
    key: 62,
    mode: 'dorian',
    chords: [1, 4, 7, 5],
    arpeggio: slow,
    pluck: 'harp',
    lead: 'flute',
    ambience: 'wind',
  }),
  mystery: score(4, {
    key: 52,
    mode: 'minor',
    chords: [1, 6, 4, 5],
    arpeggio: sparse,
    pluck: 'piano',
    lead: 'strings',
    ambience: 'drone',
  }),
  crime: score(6, {
    key: 50,
    mode: 'minor',
    chords: [1, 1, 6, 7],
    arpeggio: flowing,
    pluck: 'piano',
    lead: 'strings',
    ambience: 'wind',
  }),
  horror: score(4, {
    key: 49,
    mode: 'minor',
    chords: [1, 2, 1, 6],
    arpeggio: sparse,
    pluck: 'glass',
    lead: 'bell',
    ambience: 'drone',
  }),
  romance: score(6, {
    key: 60,
    mode: 'major',
    chords: [1, 6, 4, 5],
    arpeggio: flowing,
    pluck: 'piano',
    lead: 'strings',
    ambience: 'rain',
  }),
  family: score(5, {
    key: 55,
    mode: 'major',
    chords: [1, 3, 4, 5],
    arpeggio: slow,
    pluck: 'piano',
    lead: 'flute',
    ambience: 'wind',
  }),
  youth: score(7, {
    key: 57,
    mode: 'major',
    chords: [1, 5, 6, 4],
    arpeggio: quick,
    pluck: 'piano',
    lead: 'bell',
    ambience: 'rain',
  }),
  city: score(6, {
    key: 55,
    mode: 'dorian',
    chords: [1, 4, 7, 3],
    arpeggio: [0, 2, null, 3, 1, null, 4, 2],
    pluck: 'piano',
    lead: 'bell',
    ambience: 'rain',
  }),
  adventure: score(7, {
    key: 50,
    mode: 'dorian',
    chords: [1, 7, 4, 1],
    arpeggio: flowing,
    pluck: 'harp',
    lead: 'strings',
    ambience: 'wind',
  }),
  nature: score(5, {
    key: 58,
    mode: 'lydian',
    chords: [1, 2, 5, 6],
    arpeggio: quick,
    pluck: 'harp',
    lead: 'flute',
    ambience: 'wind',
  }),
  food: score(9, {
    key: 60,
    mode: 'major',
    chords: [1, 4, 5, 1],
    arpeggio: quick,
    pluck: 'harp',
    lead: 'flute',
    ambience: 'rain',
  }),
  sea: score(5, {
    key: 57,
    mode: 'minor',
    chords: [1, 6, 3, 7],
    arpeggio: flowing,
    pluck: 'piano',
    lead: 'flute',
    ambience: 'waves',
  }),
  deep: score(4, {
    key: 50,
    mode: 'lydian',
    chords: [1, 2, 5, 1],
    arpeggio: [0, null, 3, null, 2, null, 4, null],
    pluck: 'glass',
    lead: 'strings',
    ambience: 'deep',
  }),
  space: score(6, {
    key: 53,
    mode: 'lydian',
    chords: [1, 6, 2, 5],
    arpeggio: [0, 1, 2, 3, 4, 3],
    pluck: 'glass',
    lead: 'bell',
    ambience: 'drone',
  }),
  children: score(8, {
    key: 60,
    mode: 'major',
    chords: [1, 5, 4, 1],
    arpeggio: quick,
    pluck: 'harp',
    lead: 'bell',
    ambience: 'wind',
  }),
  variety: score(9, {
    key: 57,
    mode: 'major',
    chords: [1, 6, 2, 5],
    arpeggio: quick,
    pluck: 'piano',
    lead: 'bell',
    ambience: 'rain',
  }),
  news: score(10, {
    key: 55,
    mode: 'major',
    chords: [1, 5, 4, 5],
    arpeggio: [0, 0, 2, 0, 3, 0, 2, 0],
    pluck: 'piano',
    lead: 'strings',
    ambience: 'drone',
  }),
  sport: score(10, {
    key: 52,
    mode: 'dorian',
    chords: [1, 7, 6, 7],
    arpeggio: flowing,
    pluck: 'piano',
    lead: 'strings',
    ambience: 'wind',
  }),
}
