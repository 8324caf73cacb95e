import type { DemoSide } from '../demo-competition.ts'
import type { Eleven } from '../football-plays.ts'
import { ballAt, type BallPath, directionOf, pitch, type Scene } from './ball-path.ts'

/** Where the players are: functions of time, so that a film can begin anywhere. */

export interface Actor {
  side: DemoSide | 'referee'
  isKeeper: boolean
  x: number
  y: number
  isCheering: boolean
}

/** A place of a formation: metres from the centre line, positive towards the other goal, and from the middle. */
interface Slot {
  ahead: number
  y: number
}

/** What a player does at a point of the ball. */
interface Errand {
  atSec: number
  x: number
  y: number
}

function slotsOf({ formation }: Pick<Eleven, 'formation'>): Slot[] {
  const lines = formation.split('-').map(Number)
  return lines.flatMap((count, line) =>
    Array.from({ length: count }, (_, at) => ({
      ahead: -19 + (line * 33) / (lines.length - 1),
      y: count === 1 ? 0 : (at / (count - 1) - 0.5) * (count > 3 ? 54 : 38),
    })),
  )
}

const smooth = (share: number): number => {
  const kept = Math.min(1, Math.max(0, share))
  return kept * kept * (3 - 2 * kept)
}

const sides = ['home', 'away'] as const
const other = { home: 'away', away: 'home' } as const

/** Seconds over which the ball is averaged for the movement of the teams. */
const averageSec = 1.8
/** Seconds in which a player comes to the ball, and leaves it. */
const errandSec = 2.6

export interface Cast {
  /** The actors at a second since the kick-off; none during the break. */
  at(atSec: number): Actor[]
  /** The ball, averaged over some seconds. */
  averageAt(atSec: number): { x: number; y: number }
}

type Average = { x: number; y: number; home: number }

/** The ball, and the share of the time in which it is the home side's, averaged over some seconds. */
function averageOf(path: BallPath, atSec: number): Average {
  let [x, y, home] = [0, 0, 0]
  const steps = 6
  for (let step = 0; step <= steps; step++) {
    const ball = ballAt(path, atSec + ((step / steps) * 2 - 1) * averageSec)
    x += ball.x
    y += ball.y
    home += ball.side === 'home' ? 1 : 0
  }
  return { x: x / (steps + 1), y: y / (steps + 1), home: home / (steps + 1) }
}

/** A player's place in the team, and in which direction the team plays. */
interface Player {
  side: DemoSide
  slot: Slot
  at: number
  ahead: 1 | -1
}

/** Where a player stands while somebody else has the ball. */
function placeOf({ side, slot, at, ahead }: Player, average: Average, atSec: number): { x: number; y: number } {
  const has = side === 'home' ? average.home : 1 - average.home
  const far = slot.ahead * 0.8 + 0.66 * average.x * ahead + (has - 0.5) * 7 + 1.6 * Math.sin(atSec / 3.1 + at * 2.3)
  const y = slot.y * (0.72 + 0.16 * has) + 0.3 * average.y + 1.5 * Math.sin(atSec / 2.6 + at * 1.7)
  return { x: ahead * Math.min(47, Math.max(-45, far)), y: Math.min(32, Math.max(-32, y)) }
}

type Slots = Readonly<Record<DemoSide, readonly Slot[]>>
type Directions = (side: DemoSide, atSec: number) => 1 | -1

/** The points of the ball to which each player runs, by side and place, in the order of time. */
function errandsOf(path: BallPath, slots: Slots, aheadOf: Directions): Record<DemoSide, Errand[][]> {
  const errands: Record<DemoSide, Errand[][]> = {
    home: slots.home.map(() => []),
    away: slots.away.map(() => []),
  }
  const nearest = (side: DemoSide, point: Errand): number => {
    const average = averageOf(path, point.atSec)
    const ahead = aheadOf(side, point.atSec)
    const gaps = slots[side].map((slot, at) => {
      const last = errands[side][at]?.at(-1)
      // Whoever was at the ball just now is still near it.
      const isNear = last !== undefined && point.atSec - last.atSec < 3
      const from = isNear ? last : placeOf({ side, slot, at, ahead }, average, point.atSec)
      return Math.hypot(from.x - point.x, from.y - point.y)
    })
    return gaps.indexOf(Math.min(...gaps))
  }
  let holder: { at: number; side: DemoSide; x: number; y: number } = { at: -1, side: 'home', x: 0, y: 0 }
  for (const point of path.points) {
    if (!point.isTouch) continue
    const { side, atSec, x, y } = point
    const isSame = holder.at >= 0 && holder.side === side && Math.hypot(holder.x - x, holder.y - y) < 8
    holder = { at: isSame ? holder.at : nearest(side, point), side, x, y }
    const ahead = aheadOf(side, atSec)
    errands[side][holder.at]?.push({ atSec, x: x - ahead * 0.7, y: y + 0.1 })
    const marker = { atSec, x: x + ahead * 2.6, y: y * 0.96 - 0.8 }
    errands[other[side]][nearest(other[side], marker)]?.push(marker)
  }
  return errands
}

/** How much a player is on an errand, and where it leads. */
function errandAt(list: readonly Errand[], atSec: number): { x: number; y: number; weight: number } {
  const next = list.findIndex((errand) => errand.atSec > atSec)
  const [before, after] = next === -1 ? [list.at(-1), undefined] : [list[next - 1], list[next]]
  if (before && after && after.atSec - before.atSec < errandSec * 1.4) {
    const share = (atSec - before.atSec) / (after.atSec - before.atSec)
    return { x: before.x + (after.x - before.x) * share, y: before.y + (after.y - before.y) * share, weight: 1 }
  }
  const past = before ? 1 - (atSec - before.atSec) / errandSec : 0
  const coming = after ? 1 - (after.atSec - atSec) / errandSec : 0
  const best = past > coming ? before : after
  return best ? { x: best.x, y: best.y, weight: smooth(Math.max(past, coming)) } : { x: 0, y: 0, weight: 0 }
}

/** The place of a player, pulled to those of the scenes that are on. */
function inScenes(scenes: readonly Scene[], player: Player, from: { x: number; y: number }, atSec: number) {
  let { x, y } = from
  let isCheering = false
  for (const scene of scenes) {
    const weight = weightOf(scene, atSec)
    if (weight === 0) continue
    const there = scenePlace(scene, player)
    x += (there.x - x) * weight
    y += (there.y - y) * weight
    isCheering ||= scene.kind === 'celebration' && scene.side === player.side && atSec > scene.fromSec + 0.6
  }
  return { x, y, isCheering }
}

export function castOf(path: BallPath, kickoffSec: number): Cast {
  const { all, scenes } = path
  const second = (wallMs: number): number => wallMs / 1000 - kickoffSec
  const [first, last] = all.halves
  const slots = { home: slotsOf(all.elevens.home), away: slotsOf(all.elevens.away) }
  const aheadOf: Directions = (side, atSec) =>
    directionOf(side, atSec < second(first.endMs) + 60 ? first.key : last.key)
  const errands = errandsOf(path, slots, aheadOf)
  const sentOff = (side: DemoSide, atSec: number): number =>
    all.plays.filter(
      ({ card, wallMs, side: attacks }) =>
        attacks !== side && (card === 'red' || card === 'second-yellow') && second(wallMs) + 6 < atSec,
    ).length

  return {
    averageAt: (atSec) => averageOf(path, atSec),
    at(atSec) {
      const isBreak = atSec > second(first.endMs) + 45 && atSec < second(last.startMs) - 90
      if (isBreak || atSec > second(last.endMs) + 60) return []
      const average = averageOf(path, atSec)
      const ball = ballAt(path, atSec)
      const actors = sides.flatMap((side): Actor[] => {
        const ahead = aheadOf(side, atSec)
        const on = slots[side].slice(0, slots[side].length - sentOff(side, atSec))
        const players = on.map((slot, at): Actor => {
          const player = { side, slot, at, ahead }
          const place = placeOf(player, average, atSec)
          const errand = errandAt(errands[side][at] ?? [], atSec)
          const from = {
            x: place.x + (errand.x - place.x) * errand.weight,
            y: place.y + (errand.y - place.y) * errand.weight,
          }
          return { side, isKeeper: false, ...inScenes(scenes, player, from, atSec) }
        })
        return [...players, { side, isKeeper: true, isCheering: false, ...keeperAt(ball, ahead) }]
      })
      return [...actors, { side: 'referee', isKeeper: false, isCheering: false, ...refereeAt(average) }]
    },
  }
}

/** How much a scene is on: it fades in and out, so that players run to their places. */
function weightOf({ kind, fromSec, toSec }: Scene, atSec: number): number {
  const fade = kind === 'penalty' ? 6 : 5
  const leave = kind === 'kick-off' ? 3 : 2.5
  if (atSec < fromSec || atSec > toSec + leave) return 0
  return Math.min(smooth((atSec - fromSec) / fade), smooth((toSec + leave - atSec) / leave))
}

function scenePlace(scene: Scene, { side, ahead, slot, at }: Player): { x: number; y: number } {
  const attacks = Math.sign(scene.x) || 1
  switch (scene.kind) {
    case 'kick-off': {
      const isTaker = side === scene.side && at === 9
      if (isTaker) return { x: -ahead * 0.8, y: 0.3 }
      return { x: ahead * Math.min(-2, slot.ahead * 0.75 - 13 + (side === scene.side ? 3 : -2)), y: slot.y * 0.85 }
    }
    case 'celebration':
      return side === scene.side
        ? {
            x: scene.x + 3.2 * Math.cos(at * 0.63) * (1 + at / 14),
            y: scene.y + 3 * Math.sin(at * 0.63) * (1 + at / 14),
          }
        : { x: ahead * (slot.ahead * 0.5 - 18), y: slot.y * 0.7 }
    case 'penalty':
      if (side === scene.side && at === 9) return { x: scene.x - attacks * 1, y: 0 }
      // Outside the box and the arc, nine metres from the ball.
      return {
        x: attacks * (34.4 - ((at * 29 + (side === scene.side ? 0 : 3)) % 7) - (Math.abs(slot.y) < 8 ? 3 : 0)),
        y: -18 + ((at * 47 + (side === scene.side ? 0 : 11)) % 37),
      }
    case 'corner': {
      if (side === scene.side && at === 8) return { x: scene.x + attacks * 0.4, y: scene.y }
      const inBox = side === scene.side ? at >= 4 : at <= 8
      return inBox
        ? { x: attacks * (42 + ((at * 37) % 8)), y: -9 + ((at * 53) % 18) + (side === scene.side ? 0.8 : -0.8) }
        : { x: attacks * (12 + at), y: slot.y * 0.5 }
    }
  }
}

/** The keeper comes out a little, and moves with the ball; close to the goal towards it. */
function keeperAt(ball: { x: number; y: number }, ahead: 1 | -1): { x: number; y: number } {
  const near = smooth((-ball.x * ahead - 38) / 13)
  const y = ball.y * 0.07 * (1 - near) + Math.min(3.4, Math.max(-3.4, ball.y)) * near
  const out = 1.4 + 5 * smooth((ball.x * ahead + 20) / 60)
  return { x: -ahead * (pitch.halfLength - out), y }
}

const refereeAt = ({ x, y }: { x: number; y: number }): { x: number; y: number } => ({
  x: x * 0.86 - 5,
  y: y * 0.7 + (y > 0 ? -7 : 7),
})
