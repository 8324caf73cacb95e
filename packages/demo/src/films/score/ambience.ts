import { shotSec } from '../film-script.ts'
import { seededRandom, type SeededRandom } from '../../seeded-random.ts'
import { addVoice, frequencyOf, waveTable, type Bus } from './bus.ts'
import type { ScoreScript } from './score-script.ts'

/** A background noise: its level and the cutoff frequencies of its filters over time. */
interface Ambience {
  level(sec: number): number
  lowPassHz(sec: number): number
  highPassHz: number
}

/** Level relative to the instruments. */
const mixLevel = 0.7

const swell = (sec: number, periodSec: number, phase: number): number =>
  0.5 + 0.5 * Math.sin((2 * Math.PI * sec) / periodSec + phase)

/** All levels repeat with every shot, because shots are played in any order. */
const ambiences: Record<ScoreScript['ambience'], Ambience> = {
  waves: {
    level: (sec) => 0.02 + 0.075 * swell(sec, shotSec, -1.6) ** 3 + 0.03 * swell(sec, shotSec / 2, 1) ** 4,
    lowPassHz: (sec) => 380 + 1500 * swell(sec, shotSec, -1.9) ** 3,
    highPassHz: 60,
  },
  rain: { level: (sec) => 0.03 + 0.012 * swell(sec, shotSec, 0), lowPassHz: () => 6200, highPassHz: 900 },
  wind: {
    level: (sec) => 0.03 + 0.1 * swell(sec, shotSec, 0) ** 2 * swell(sec, shotSec / 2, 2),
    lowPassHz: (sec) => 260 + 620 * swell(sec, shotSec, 0.2),
    highPassHz: 140,
  },
  deep: { level: (sec) => 0.06 + 0.04 * swell(sec, shotSec, 0), lowPassHz: () => 150, highPassHz: 25 },
  drone: {
    level: (sec) => 0.02 + 0.02 * swell(sec, shotSec, 0),
    lowPassHz: (sec) => 420 + 300 * swell(sec, shotSec, 1),
    highPassHz: 120,
  },
}

/** Adds the background sound of the score. */
export function addAmbience(bus: Bus, script: ScoreScript, seed: string): void {
  const ambience = ambiences[script.ambience]
  addNoise(bus, bus.left, ambience, seededRandom(`left ${seed}`), 0)
  addNoise(bus, bus.right, ambience, seededRandom(`right ${seed}`), 0.7)
  const random = seededRandom(`place ${seed}`)
  if (script.ambience === 'rain') addDrops(bus, random)
  if (script.ambience === 'deep') addWhaleCalls(bus, script, random)
  if (script.ambience === 'drone') addDrone(bus, script)
}

/** Adds noise through a two-pole low-pass and a one-pole high-pass filter. */
function addNoise(
  { rate }: Bus,
  channel: Float32Array,
  ambience: Ambience,
  random: SeededRandom,
  offsetSec: number,
): void {
  let [one, two, low] = [0, 0, 0]
  let level = 0
  let weight = 0
  const lowWeight = 1 - Math.exp((-2 * Math.PI * ambience.highPassHz) / rate)
  for (let at = 0; at < channel.length; at++) {
    if (at % 256 === 0) {
      const sec = at / rate + offsetSec
      level = ambience.level(sec) * mixLevel
      weight = 1 - Math.exp((-2 * Math.PI * ambience.lowPassHz(sec)) / rate)
    }
    one += (random.next() * 2 - 1 - one) * weight
    two += (one - two) * weight
    low += (two - low) * lowWeight
    // Compensates the filter: the narrower the band, the lower its output.
    channel[at] = (channel[at] ?? 0) + ((two - low) * level) / Math.sqrt(weight)
  }
}

const drop = waveTable([1, 0.3])

function addDrops(bus: Bus, random: SeededRandom): void {
  const totalSec = bus.left.length / bus.rate
  for (let sec = 0.5; sec < totalSec - 1; sec += 0.05 + random.next() * 0.28) {
    addVoice(bus, {
      table: drop,
      startSec: sec,
      lengthSec: 0.08,
      frequency: 900 + random.next() ** 2 * 2600,
      gain: 0.004 + random.next() ** 3 * 0.012,
      pan: random.next() * 1.8 - 0.9,
      send: 0.5,
      attackSec: 0.002,
      releaseSec: 0.03,
      decaySec: 0.018,
    })
  }
}

const voice = waveTable([1, 0.35, 0.12, 0.05])

/** Adds a distant whale call of two low tones to each shot. */
function addWhaleCalls(bus: Bus, { key }: ScoreScript, random: SeededRandom): void {
  const totalSec = bus.left.length / bus.rate
  for (let sec = 0; sec < totalSec; sec += shotSec) {
    for (const [offsetSec, pitch] of [
      [0.3, key - 5],
      [2.1, key - (random.next() < 0.5 ? 8 : 3)],
    ] as const) {
      addVoice(bus, {
        table: voice,
        startSec: sec + offsetSec,
        lengthSec: 1.1,
        frequency: frequencyOf(pitch),
        gain: 0.05,
        pan: -0.4,
        send: 1.3,
        attackSec: 0.6,
        releaseSec: 1.1,
        vibrato: 42,
      })
    }
  }
}

/** Adds a drone of two slightly detuned tones, which beat against each other. Whole periods fit into a shot. */
function addDrone(bus: Bus, { key }: ScoreScript): void {
  for (const [periods, pan] of [
    [-1, -0.7],
    [1, 0.7],
  ] as const) {
    addVoice(bus, {
      table: voice,
      startSec: 0,
      lengthSec: bus.left.length / bus.rate + 1,
      frequency: (Math.round(frequencyOf(key - 24) * shotSec) + periods) / shotSec,
      gain: 0.045,
      pan,
      send: 0,
      attackSec: 0.001,
      releaseSec: 1,
    })
  }
}
