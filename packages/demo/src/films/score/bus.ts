/** A stereo mixing bus with an effect send. */
export interface Bus {
  rate: number
  left: Float32Array
  right: Float32Array
  /** Input of the reverb, mono. */
  send: Float32Array
}

export function createBus(rate: number, totalSec: number): Bus {
  const length = Math.ceil(rate * totalSec)
  return { rate, left: new Float32Array(length), right: new Float32Array(length), send: new Float32Array(length) }
}

const tableSize = 2048

/** One period of a tone with these harmonics (the first is the fundamental), normalised to a peak of 1. */
export function waveTable(partials: readonly number[]): Float32Array {
  const table = new Float32Array(tableSize + 1)
  for (const [at, strength] of partials.entries()) {
    for (let index = 0; index <= tableSize; index++) {
      table[index] = (table[index] ?? 0) + strength * Math.sin((2 * Math.PI * (at + 1) * index) / tableSize)
    }
  }
  const peak = table.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return table.map((value) => value / peak)
}

export interface Voice {
  table: Float32Array
  startSec: number
  /** Until the release begins. */
  lengthSec: number
  frequency: number
  gain: number
  /** −1 left, 1 right. */
  pan: number
  /** Reverb send level. */
  send: number
  attackSec: number
  releaseSec: number
  /** Time constant of the decay (to 1/e); absent for a sustained tone. */
  decaySec?: number
  /** Depth in cents; fades in. */
  vibrato?: number
}

/** Adds one tone to the bus. */
export function addVoice(bus: Bus, voice: Voice): void {
  const { rate, left, right, send } = bus
  const { table, frequency, gain, attackSec, releaseSec, decaySec, vibrato = 0 } = voice
  const first = Math.max(0, Math.round(voice.startSec * rate))
  const last = Math.min(left.length, first + Math.round((voice.lengthSec + releaseSec) * rate))
  const angle = ((voice.pan + 1) * Math.PI) / 4
  const [toLeft, toRight] = [Math.cos(angle), Math.sin(angle)]
  const decay = decaySec === undefined ? 1 : Math.exp(-1 / (decaySec * rate))
  let fading = 1
  let phase = 0
  const step = (frequency * tableSize) / rate
  for (let at = first; at < last; at++) {
    const sec = (at - first) / rate
    const whole = Math.floor(phase)
    const low = table[whole] ?? 0
    const value = low + ((table[whole + 1] ?? 0) - low) * (phase - whole)
    const level = value * gain * fading * envelope(sec, voice.lengthSec, attackSec, releaseSec)
    left[at] = (left[at] ?? 0) + level * toLeft
    right[at] = (right[at] ?? 0) + level * toRight
    send[at] = (send[at] ?? 0) + level * voice.send
    fading *= decay
    const bend = vibrato === 0 ? 0 : Math.sin(sec * 31) * vibrato * Math.min(1, sec / 0.7) * 0.000_578
    phase += step * (1 + bend)
    if (phase >= tableSize) phase -= tableSize
  }
}

/** Attack and release as raised cosines, which avoid clicks. */
function envelope(sec: number, lengthSec: number, attackSec: number, releaseSec: number): number {
  const rising = sec < attackSec ? 0.5 - 0.5 * Math.cos((Math.PI * sec) / attackSec) : 1
  const sinceReleaseSec = sec - lengthSec
  const falling = sinceReleaseSec > 0 ? 0.5 + 0.5 * Math.cos(Math.PI * Math.min(1, sinceReleaseSec / releaseSec)) : 1
  return rising * falling
}

/** Hertz of a MIDI pitch; fractions are allowed. */
export const frequencyOf = (pitch: number): number => 440 * 2 ** ((pitch - 69) / 12)
