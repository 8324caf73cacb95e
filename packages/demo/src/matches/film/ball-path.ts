import { otherSide, type DemoMatch, type DemoSide } from '../demo-competition.ts'
import { footballPlays, type FootballPlays, type Half, type Play } from '../football-plays.ts'
import { seededRandom, type SeededRandom } from '../../seeded-random.ts'

/**
 * Where the ball is during a match. Metres from the centre of a pitch of 105 × 68, seconds since the kick-off of the
 * match by the wall clock. Every play of the match happens at its second.
 */

export const pitch = { halfLength: 52.5, halfWidth: 34 } as const

export interface BallPoint {
  atSec: number
  x: number
  y: number
  /** Whose ball it is. */
  side: DemoSide
  /** A player of the side is there; otherwise the ball lies or flies. */
  isTouch: boolean
  /** Greatest height of the flight to this point, in metres. */
  lift: number
}

/** A time in which players do something else than play. */
export interface Scene {
  kind: 'celebration' | 'kick-off' | 'penalty' | 'corner'
  fromSec: number
  toSec: number
  /** Who celebrates, kicks off or shoots. */
  side: DemoSide
  /** Where the celebration is, or the corner flag. */
  x: number
  y: number
}

export interface BallPath {
  all: FootballPlays
  points: readonly BallPoint[]
  scenes: readonly Scene[]
}

/** 1 if a side attacks to the right. The sides change ends at half time. */
export const directionOf = (side: DemoSide, half: Half['key']): 1 | -1 =>
  (side === 'home') === (half === 'h1') ? 1 : -1

const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value))

/** Seconds of the attack before a play. */
const leadSec = 9
const penaltyLeadSec = 26
const celebrationSec = 22
const kickOffSec = 30

class PathBuilder {
  readonly points: BallPoint[] = []
  readonly scenes: Scene[] = []
  readonly #random: SeededRandom
  #at: BallPoint = { atSec: 0, x: 0, y: 0, side: 'home', isTouch: true, lift: 0 }
  #half: Half['key'] = 'h1'

  constructor(seed: string) {
    this.#random = seededRandom(seed)
  }

  startHalf(half: Half['key'], atSec: number, side: DemoSide): void {
    this.#half = half
    this.#to({ atSec: atSec - 180, x: 0, y: 0, side, isTouch: false })
    this.#to({ atSec, x: 0, y: 0, side, isTouch: true })
    this.scenes.push({ kind: 'kick-off', fromSec: atSec - 900, toSec: atSec, side, x: 0, y: 0 })
  }

  /** Passing between the boxes until a second. */
  passUntil(untilSec: number): void {
    while (this.#at.atSec + 2.4 < untilSec) {
      const { atSec, x, y } = this.#at
      const side = this.#chance(0.16) ? otherSide(this.#at.side) : this.#at.side
      const ahead = directionOf(side, this.#half)
      const isLong = this.#chance(0.14)
      const flightSec = isLong ? 2 : 1 + this.#random.next() * 0.8
      const stepX = isLong ? 22 : this.#random.next() * 17 - 5.5
      const next = {
        x: clamp(x + ahead * stepX - x * 0.12, 38),
        y: clamp(y * 0.92 + (this.#random.next() - 0.5) * (isLong ? 46 : 28), 31),
        side,
        isTouch: true,
      }
      this.#to({ ...next, atSec: atSec + flightSec, lift: isLong ? 6 : 0 })
      const runSec = 0.6 + this.#random.next() * 2.2
      if (this.#at.atSec + runSec > untilSec) return
      const run = {
        x: clamp(next.x + ahead * runSec * 2.6, 40),
        y: clamp(next.y + (this.#random.next() - 0.5) * 5, 31),
      }
      this.#to({ ...next, ...run, atSec: this.#at.atSec + runSec })
    }
  }

  /** The attack that ends with a play at its second, and how the ball comes back. */
  play(play: Play, atSec: number): void {
    const isPenalty = play.kind === 'penalty' || play.kind === 'penalty-missed'
    this.passUntil(atSec - (isPenalty ? penaltyLeadSec : leadSec))
    const { side } = play
    const ahead = directionOf(side, this.#half)
    const random = this.#random
    /** A point by its distance from the centre line towards the goal. */
    const to = (second: number, ahead_: number, y: number, more: Partial<BallPoint> = {}): void =>
      this.#to({ atSec: second, x: ahead * ahead_, y, side, isTouch: true, ...more })
    const ballOut = { isTouch: false }
    if (isPenalty) {
      const fromSec = this.#at.atSec + 1
      to(fromSec + 1.5, 41.5, 0, ballOut)
      this.scenes.push({ kind: 'penalty', fromSec, toSec: atSec + 1, side, x: ahead * 41.5, y: 0 })
      to(atSec - 0.55, 41.5, 0)
      const corner = (random.next() < 0.5 ? -1 : 1) * 2.6
      if (play.kind === 'penalty') this.#goal(play, atSec, ahead, corner)
      else {
        to(atSec, 51.2, corner, ballOut)
        this.#goalKick(atSec, ahead, side)
      }
      return
    }
    const spot = this.#spotOf(play)
    this.#approach(side, ahead, { atSec: atSec - 0.8, ...spot })
    switch (play.kind) {
      case 'goal':
      case 'own-goal':
        this.#goal(play, atSec, ahead, (random.next() - 0.5) * 5.4)
        return
      case 'saved':
        to(atSec, 50.8, (random.next() - 0.5) * 5, { ...ballOut, lift: 0.8 })
        to(atSec + 3.5, 48, (random.next() - 0.5) * 8, ballOut)
        this.#goalKick(atSec - 4, ahead, side)
        return
      case 'wide':
        to(atSec, 53.2, (random.next() < 0.5 ? -1 : 1) * (6 + random.next() * 5), { ...ballOut, lift: 2.4 })
        this.#goalKick(atSec, ahead, side)
        return
      case 'blocked':
        to(atSec, spot.ahead + 4, spot.y * 0.8, ballOut)
        to(atSec + 1.6, spot.ahead - 9, clamp(spot.y * 2 + 8, 30), { side: otherSide(side) })
        return
      case 'corner':
        this.#corner(atSec, ahead, side)
        return
      default:
        // A foul, its card, or an offside: the ball lies until the free kick.
        to(atSec, spot.ahead + 1.5, spot.y)
        to(atSec + 9, spot.ahead + 1.5, spot.y, { ...ballOut, side: play.kind === 'offside' ? otherSide(side) : side })
        to(atSec + 9.2, spot.ahead + 1.5, spot.y, { side: play.kind === 'offside' ? otherSide(side) : side })
    }
  }

  #chance(share: number): boolean {
    return this.#random.next() < share
  }

  #to(point: Omit<BallPoint, 'lift'> & { lift?: number }): void {
    this.#at = { lift: 0, ...point }
    this.points.push(this.#at)
  }

  /** Where the attack ends, as distance from the centre line towards the goal. */
  #spotOf({ kind }: Play): { ahead: number; y: number } {
    const random = this.#random
    if (kind === 'foul' || kind === 'card') return { ahead: random.next() * 40 - 8, y: (random.next() - 0.5) * 50 }
    if (kind === 'offside') return { ahead: 30 + random.next() * 8, y: (random.next() - 0.5) * 30 }
    if (kind === 'corner')
      return { ahead: 43 + random.next() * 4, y: (random.next() < 0.5 ? -1 : 1) * (14 + random.next() * 10) }
    return { ahead: 34 + random.next() * 10, y: (random.next() - 0.5) * 24 }
  }

  /** Three passes from where the ball is to a spot. */
  #approach(side: DemoSide, ahead: 1 | -1, spot: { atSec: number; ahead: number; y: number }): void {
    const from = this.#at
    const spanSec = spot.atSec - from.atSec
    if (spanSec < 1) return
    const passes = spanSec > 6 ? 3 : 1
    for (let pass = 1; pass <= passes; pass++) {
      const share = pass / passes
      const y = pass === passes ? spot.y : from.y + (spot.y - from.y) * share + (this.#random.next() - 0.5) * 22
      const x = from.x + (ahead * spot.ahead - from.x) * (pass === passes ? 1 : share * 0.9)
      const arrival = from.atSec + spanSec * (share - 0.42 / passes)
      const isCross = pass === passes && Math.abs(from.y) > 18
      this.#to({ atSec: arrival, x: x - ahead * 2.5, y: clamp(y, 31), side, isTouch: true, lift: isCross ? 4 : 0 })
      this.#to({ atSec: from.atSec + spanSec * share, x, y: clamp(y, 31), side, isTouch: true })
    }
  }

  #goal({ side }: Play, atSec: number, ahead: 1 | -1, y: number): void {
    this.#to({ atSec, x: ahead * 52.6, y, side, isTouch: false, lift: 0.6 })
    this.#to({ atSec: atSec + 0.25, x: ahead * 54.2, y, side, isTouch: false })
    this.#to({ atSec: atSec + celebrationSec, x: ahead * 54, y, side, isTouch: false })
    const next = otherSide(side)
    this.#to({ atSec: atSec + kickOffSec - 3, x: 0, y: 0, side: next, isTouch: false })
    this.#to({ atSec: atSec + kickOffSec, x: 0, y: 0, side: next, isTouch: true })
    const flag = { x: ahead * 43, y: (this.#random.next() < 0.35 ? -1 : 1) * 22 }
    this.scenes.push(
      { kind: 'celebration', fromSec: atSec + 0.4, toSec: atSec + celebrationSec, side, ...flag },
      { kind: 'kick-off', fromSec: atSec + celebrationSec, toSec: atSec + kickOffSec, side: next, x: 0, y: 0 },
    )
  }

  #goalKick(atSec: number, ahead: 1 | -1, attacker: DemoSide): void {
    const side = otherSide(attacker)
    // On the side of the goal where the ball went out, so that it does not come back through the net.
    const corner = this.#at.y < 0 ? -4.6 : 4.6
    this.#to({ atSec: atSec + 8, x: ahead * 47, y: corner, side, isTouch: false })
    this.#to({ atSec: atSec + 10, x: ahead * 47, y: corner, side, isTouch: false })
    const y = (this.#random.next() - 0.5) * 36
    this.#to({
      atSec: atSec + 12.6,
      x: -ahead * 2,
      y,
      side: this.#chance(0.6) ? side : attacker,
      isTouch: true,
      lift: 9,
    })
  }

  #corner(atSec: number, ahead: 1 | -1, side: DemoSide): void {
    const flank = this.#at.y < 0 ? -1 : 1
    const flag = { x: ahead * 52, y: flank * 33.5 }
    this.#to({ atSec, x: ahead * 53.8, y: flank * 14, side, isTouch: false })
    this.#to({ atSec: atSec + 9, ...flag, side, isTouch: false })
    this.#to({ atSec: atSec + 13, ...flag, side, isTouch: true })
    this.scenes.push({ kind: 'corner', fromSec: atSec + 3, toSec: atSec + 15, side, ...flag })
    const headed = { x: ahead * 45, y: flank * (this.#random.next() * 6 - 3) }
    this.#to({ atSec: atSec + 14.6, ...headed, side: otherSide(side), isTouch: true, lift: 5 })
    this.#to({ atSec: atSec + 16.4, x: ahead * 31, y: -flank * 8, side: otherSide(side), isTouch: true, lift: 4 })
  }
}

/** The path of the ball through a whole match. */
export function ballPath(match: DemoMatch): BallPath {
  const all = footballPlays(match)
  const builder = new PathBuilder(`ball ${match.id}`)
  const second = (wallMs: number): number => wallMs / 1000 - match.kickoffSec
  for (const half of all.halves) {
    builder.startHalf(half.key, second(half.startMs), half.key === 'h1' ? 'home' : 'away')
    for (const play of all.plays) if (play.period === half.key) builder.play(play, second(play.wallMs))
    builder.passUntil(second(half.endMs))
  }
  return { all, points: builder.points, scenes: builder.scenes }
}

/** The index of the last point at or before a second. */
function pointBefore(points: readonly BallPoint[], atSec: number): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((points[middle]?.atSec ?? Infinity) <= atSec) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

/** Where the ball is at a second, with its height. */
export function ballAt(
  { points }: Pick<BallPath, 'points'>,
  atSec: number,
): { x: number; y: number; z: number; side: DemoSide } {
  const at = pointBefore(points, atSec)
  const from = points[at]
  const to = points[at + 1]
  if (!from) return { x: 0, y: 0, z: 0, side: 'home' }
  if (!to || atSec <= from.atSec) return { x: from.x, y: from.y, z: 0, side: from.side }
  const share = Math.min(1, (atSec - from.atSec) / (to.atSec - from.atSec))
  // Passes slow down on the grass.
  const way = from.side === to.side && to.lift === 0 ? share * (1.35 - 0.35 * share) : share
  return {
    x: from.x + (to.x - from.x) * way,
    y: from.y + (to.y - from.y) * way,
    z: to.lift * 4 * share * (1 - share),
    side: share < 0.5 ? from.side : to.side,
  }
}
