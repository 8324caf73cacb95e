import { diceOf, type Dice } from '../dice.ts'
import { addVoice, frequencyOf, waveTable, type Bus } from './bus.ts'
import type { ScoreScript } from './score-script.ts'

/** How loud a place is after `sec`, and how bright: the corner of a low pass in hertz. */
interface Place {
  level(sec: number): number
  corner(sec: number): number
  /** What lies below is taken out, hertz. */
  floor: number
}

/** Against the instruments. */
const strength = 0.7

const swell = (sec: number, periodSec: number, phase: number): number =>
  0.5 + 0.5 * Math.sin((2 * Math.PI * sec) / periodSec + phase)

const places: Record<ScoreScript['ambience'], Place> = {
  waves: {
    level: (sec) => 0.02 + 0.075 * swell(sec, 8.7, -1.6) ** 3 + 0.03 * swell(sec, 13.1, 1) ** 4,
    corner: (sec) => 380 + 1500 * swell(sec, 8.7, -1.9) ** 3,
    floor: 60,
  },
  rain: { level: (sec) => 0.03 + 0.012 * swell(sec, 17, 0), corner: () => 6200, floor: 900 },
  wind: {
    level: (sec) => 0.03 + 0.1 * swell(sec, 11.3, 0) ** 2 * swell(sec, 5.9, 2),
    corner: (sec) => 260 + 620 * swell(sec, 11.3, 0.2),
    floor: 140,
  },
  deep: { level: (sec) => 0.06 + 0.04 * swell(sec, 15, 0), corner: () => 150, floor: 25 },
  drone: {
    level: (sec) => 0.02 + 0.02 * swell(sec, 19, 0),
    corner: (sec) => 420 + 300 * swell(sec, 23, 1),
    floor: 120,
  },
}

/** Adds the sound of a place. */
export function addAmbience(bus: Bus, script: ScoreScript, seed: string): void {
  const place = places[script.ambience]
  addNoise(bus, bus.left, place, diceOf(`left ${seed}`), 0)
  addNoise(bus, bus.right, place, diceOf(`right ${seed}`), 0.7)
  const dice = diceOf(`place ${seed}`)
  if (script.ambience === 'rain') addDrops(bus, dice)
  if (script.ambience === 'deep') addCalls(bus, script, dice)
  if (script.ambience === 'drone') addDrone(bus, script)
}

/** Noise through two poles below the corner and one above the floor. */
function addNoise({ rate }: Bus, channel: Float32Array, place: Place, dice: Dice, lateSec: number): void {
  let [one, two, low] = [0, 0, 0]
  let level = 0
  let weight = 0
  const lowWeight = 1 - Math.exp((-2 * Math.PI * place.floor) / rate)
  for (let at = 0; at < channel.length; at++) {
    if (at % 256 === 0) {
      const sec = at / rate + lateSec
      level = place.level(sec) * strength
      weight = 1 - Math.exp((-2 * Math.PI * place.corner(sec)) / rate)
    }
    one += (dice.next() * 2 - 1 - one) * weight
    two += (one - two) * weight
    low += (two - low) * lowWeight
    // The narrower the band, the fainter it comes out of the filter.
    channel[at] = (channel[at] ?? 0) + ((two - low) * level) / Math.sqrt(weight)
  }
}

const drop = waveTable([1, 0.3])

function addDrops(bus: Bus, dice: Dice): void {
  const totalSec = bus.left.length / bus.rate
  for (let sec = 0.5; sec < totalSec - 1; sec += 0.05 + dice.next() * 0.28) {
    addVoice(bus, {
      table: drop,
      startSec: sec,
      lengthSec: 0.08,
      frequency: 900 + dice.next() ** 2 * 2600,
      gain: 0.004 + dice.next() ** 3 * 0.012,
      pan: dice.next() * 1.8 - 0.9,
      send: 0.5,
      attackSec: 0.002,
      releaseSec: 0.03,
      decaySec: 0.018,
    })
  }
}

const voice = waveTable([1, 0.35, 0.12, 0.05])

/** Long low calls of two tones, far away. */
function addCalls(bus: Bus, { key }: ScoreScript, dice: Dice): void {
  const totalSec = bus.left.length / bus.rate
  for (let sec = 4; sec < totalSec - 8; sec += 9 + dice.next() * 6) {
    for (const [late, pitch, lengthSec] of [
      [0, key - 5, 1.9],
      [2.1, key - (dice.next() < 0.5 ? 8 : 3), 2.4],
    ] as const) {
      addVoice(bus, {
        table: voice,
        startSec: sec + late,
        lengthSec,
        frequency: frequencyOf(pitch),
        gain: 0.05,
        pan: -0.4,
        send: 1.3,
        attackSec: 0.8,
        releaseSec: 1.4,
        vibrato: 42,
      })
    }
  }
}

/** Two strings under everything that beat against each other. */
function addDrone(bus: Bus, { key }: ScoreScript): void {
  const lengthSec = bus.left.length / bus.rate - 5
  for (const [cents, pan] of [
    [-4, -0.7],
    [4, 0.7],
  ] as const) {
    addVoice(bus, {
      table: voice,
      startSec: 0,
      lengthSec,
      frequency: frequencyOf(key - 24 + cents / 100),
      gain: 0.045,
      pan,
      send: 0.1,
      attackSec: 4,
      releaseSec: 5,
    })
  }
}
