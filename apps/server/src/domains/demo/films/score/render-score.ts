import { diceOf } from '../dice.ts'
import { addAmbience } from './ambience.ts'
import { createBus } from './bus.ts'
import { composeScore } from './compose-score.ts'
import { playNote } from './instruments.ts'
import { addRoom } from './reverb.ts'
import type { ScoreScript } from './score-script.ts'

export const sampleRate = 48_000
const roomStrength = 0.09
/** −20 dB: as loud as a quiet film. */
const meanLevel = 0.1
/** What is louder is bent towards this, never cut: −4 dB, since encoders overshoot. */
const ceiling = 0.63
const fadeInSec = 1.5
const fadeOutSec = 4

/** Plays a film's music: two channels, −1 to 1, that begin and end in silence and never clip. */
export function renderScore(
  script: ScoreScript,
  seed: string,
  totalSec: number,
): { left: Float32Array; right: Float32Array } {
  const bus = createBus(sampleRate, totalSec)
  const dice = diceOf(`players ${seed}`)
  for (const note of composeScore(script, seed, totalSec)) playNote(bus, note, script, dice)
  addRoom(bus, roomStrength)
  addAmbience(bus, script, seed)
  const { left, right } = bus
  const gain = meanLevel / Math.max(1e-6, Math.hypot(meanOf(left), meanOf(right)) / Math.SQRT2)
  for (const channel of [left, right]) {
    for (let at = 0; at < channel.length; at++) {
      const sec = at / sampleRate
      const fade = Math.min(1, sec / fadeInSec, Math.max(0, totalSec - sec) / fadeOutSec)
      channel[at] = ceiling * Math.tanh(((channel[at] ?? 0) * gain) / ceiling) * fade * fade * (3 - 2 * fade)
    }
  }
  return { left, right }
}

/** Root of the mean square. */
const meanOf = (channel: Float32Array): number =>
  Math.sqrt(channel.reduce((sum, value) => sum + value * value, 0) / channel.length)

/** 16-bit PCM in a RIFF container (Microsoft, Multimedia Programming Interface 1.0). */
export function wavOf({ left, right }: { left: Float32Array; right: Float32Array }): Buffer {
  const header = 44
  const bytes = Buffer.alloc(header + left.length * 4)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(2, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(sampleRate * 4, 28)
  bytes.writeUInt16LE(4, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(left.length * 4, 40)
  for (let at = 0; at < left.length; at++) {
    bytes.writeInt16LE(Math.round((left[at] ?? 0) * 32_767), header + at * 4)
    bytes.writeInt16LE(Math.round((right[at] ?? 0) * 32_767), header + at * 4 + 2)
  }
  return bytes
}
