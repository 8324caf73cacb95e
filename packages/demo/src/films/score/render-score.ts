import { shotSec } from '../film-script.ts'
import { seededRandom } from '../../seeded-random.ts'
import { addAmbience } from './ambience.ts'
import { createBus } from './bus.ts'
import { composeScore } from './compose-score.ts'
import { playNote } from './instruments.ts'
import { addReverb } from './reverb.ts'
import type { ScoreScript } from './score-script.ts'

export const sampleRate = 48_000
const reverbLevel = 0.09
/** −20 dB, the level of a quiet film. */
const targetRms = 0.1
/** Soft limit of the samples: −4 dB leaves headroom for the overshoot of the encoder. */
const limit = 0.63
/** Notes of a shot sound on for this long. */
const tailSec = 2.6
/** Fade at both ends of a shot's music, which avoids clicks where shots are joined. */
const edgeSec = 0.012

/**
 * Renders the music of a film, two channels, −1 to 1, that never clip. What sounds on at the end of a shot is at its own
 * beginning, as if the shot were repeated, so that shots can be played in any order.
 */
export function renderScore(
  script: ScoreScript,
  seed: string,
  shots: number,
): { left: Float32Array; right: Float32Array } {
  const bus = createBus(sampleRate, shots * shotSec)
  const random = seededRandom(`players ${seed}`)
  for (const [at, notes] of composeScore(script, seed, shots).entries()) {
    const shot = createBus(sampleRate, shotSec + tailSec)
    for (const note of notes) playNote(shot, note, script, random)
    addReverb(shot, reverbLevel)
    addFolded(shot.left, bus.left, at)
    addFolded(shot.right, bus.right, at)
  }
  addAmbience(bus, script, seed)
  const { left, right } = bus
  const gain = targetRms / Math.max(1e-6, Math.hypot(rmsOf(left), rmsOf(right)) / Math.SQRT2)
  for (const channel of [left, right]) {
    for (let at = 0; at < channel.length; at++) channel[at] = limit * Math.tanh(((channel[at] ?? 0) * gain) / limit)
  }
  return { left, right }
}

/** Adds the sound of one shot at its place; what sounds on after its end is added to its beginning. */
function addFolded(sound: Float32Array, into: Float32Array, shot: number): void {
  const length = Math.round(sampleRate * shotSec)
  const edge = Math.round(sampleRate * edgeSec)
  for (let at = 0; at < sound.length; at++) {
    const within = at % length
    const fade = Math.min(1, within / edge, (length - within) / edge)
    into[shot * length + within] = (into[shot * length + within] ?? 0) + (sound[at] ?? 0) * fade
  }
}

/** Root of the mean square. */
const rmsOf = (channel: Float32Array): number =>
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
