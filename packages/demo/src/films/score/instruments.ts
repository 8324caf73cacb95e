import type { SeededRandom } from '../../seeded-random.ts'
import { addVoice, frequencyOf, waveTable, type Bus } from './bus.ts'
import type { Note } from './compose-score.ts'
import type { ScoreScript } from './score-script.ts'

const strings = waveTable([1, 0.42, 0.25, 0.13, 0.08, 0.05, 0.03, 0.02])
const deepStrings = waveTable([1, 0.5, 0.14, 0.05])
const body = waveTable([1, 0.3, 0.1, 0.05])
const shine = waveTable([0.2, 0.5, 0.5, 0.3, 0.18, 0.1])
const pure = waveTable([1])
const breathy = waveTable([1, 0.24, 0.1, 0.03])
/** Real bells have inharmonic partials; harmonics this far apart sound similar. */
const glass = waveTable([1, 0, 0, 0.22, 0, 0.1, 0, 0, 0.05])

/** Adds a note to the bus. */
export function playNote(bus: Bus, note: Note, script: ScoreScript, random: SeededRandom): void {
  if (note.instrument === 'pad') playPad(bus, note, random)
  else if (note.instrument === 'bass') playBass(bus, note)
  else if (note.instrument === 'pluck') playPluck(bus, note, script.pluck, random)
  else playLead(bus, note, script.lead)
}

/** Three detuned voices with slightly different starts (a chorus). */
function playPad(bus: Bus, { startSec, lengthSec, pitch, velocity }: Note, random: SeededRandom): void {
  for (const [cents, pan] of [
    [-7, -0.6],
    [0, 0.05],
    [6, 0.65],
  ] as const) {
    addVoice(bus, {
      table: strings,
      startSec: startSec + random.next() * 0.1,
      lengthSec: lengthSec - 1.6,
      frequency: frequencyOf(pitch + cents / 100),
      gain: 0.031 * velocity,
      pan,
      send: 0.55,
      attackSec: 1.5,
      releaseSec: 2.2,
      vibrato: 3,
    })
  }
}

function playBass(bus: Bus, { startSec, lengthSec, pitch, velocity }: Note): void {
  addVoice(bus, {
    table: deepStrings,
    startSec,
    lengthSec: lengthSec - 0.7,
    frequency: frequencyOf(pitch),
    gain: 0.11 * velocity,
    pan: 0,
    send: 0.08,
    attackSec: 0.35,
    releaseSec: 1,
  })
}

/** A struck or plucked string: the harmonics decay faster than the fundamental. */
function playPluck(bus: Bus, note: Note, kind: ScoreScript['pluck'], random: SeededRandom): void {
  const { startSec, pitch, velocity } = note
  const high = Math.max(0, (pitch - 60) / 36)
  const common = {
    startSec,
    pan: (random.next() - 0.5) * 0.9,
    send: 0.4,
    frequency: frequencyOf(pitch),
    releaseSec: 0.4,
  }
  if (kind === 'glass') {
    addVoice(bus, { ...common, table: glass, lengthSec: 3.4, gain: 0.09 * velocity, attackSec: 0.012, decaySec: 0.9 })
    return
  }
  const isHarp = kind === 'harp'
  const decaySec = (isHarp ? 0.75 : 1.1) * (1 - high * 0.45)
  addVoice(bus, { ...common, table: body, lengthSec: 3.2, gain: 0.125 * velocity, attackSec: 0.006, decaySec })
  const bright = (isHarp ? 0.034 : 0.022) * velocity ** 2
  addVoice(bus, { ...common, table: shine, lengthSec: 0.9, gain: bright, attackSec: 0.003, decaySec: decaySec * 0.22 })
}

function playLead(bus: Bus, { startSec, lengthSec, pitch, velocity }: Note, kind: ScoreScript['lead']): void {
  const common = { startSec, pan: 0.12, send: 0.6, frequency: frequencyOf(pitch) }
  if (kind === 'bell') {
    addVoice(bus, {
      ...common,
      table: glass,
      lengthSec: lengthSec + 1.5,
      gain: 0.14 * velocity,
      attackSec: 0.01,
      releaseSec: 1,
      decaySec: 1.2,
    })
    return
  }
  const isFlute = kind === 'flute'
  addVoice(bus, {
    ...common,
    table: isFlute ? breathy : strings,
    lengthSec,
    gain: (isFlute ? 0.1 : 0.075) * velocity,
    attackSec: isFlute ? 0.12 : 0.3,
    releaseSec: 0.5,
    vibrato: isFlute ? 9 : 12,
  })
  // A faint octave above brightens the tone.
  addVoice(bus, {
    ...common,
    table: pure,
    lengthSec,
    frequency: common.frequency * 2,
    gain: 0.012 * velocity,
    attackSec: 0.2,
    releaseSec: 0.5,
  })
}
