import { otherSide, type DemoMatch, type DemoSide } from './demo-competition.ts'
import { playersOf, type DemoPlayer } from './squads.ts'
import { seededRandom, type SeededRandom } from '../seeded-random.ts'

/** What happens on the pitch of a football match: events for the feed, and movements for the film. */

export type PlayKind =
  | 'goal'
  | 'penalty'
  | 'penalty-missed'
  | 'own-goal'
  | 'saved'
  | 'wide'
  | 'blocked'
  | 'corner'
  | 'foul'
  | 'offside'
  | 'card'

export interface Play {
  kind: PlayKind
  /** Who attacks. An own goal counts for it; a foul and its card are against the other side. */
  side: DemoSide
  period: 'h1' | 'h2'
  /** Second of the period's clock. */
  atSec: number
  wallMs: number
  /** Who scores, is booked or misses; of an own goal, a player of the other side. */
  player: string
  assist: string
  card: 'yellow' | 'second-yellow' | 'red' | null
}

export interface Substitution {
  side: DemoSide
  atSec: number
  wallMs: number
  off: DemoPlayer
  on: DemoPlayer
}

export interface Half {
  key: 'h1' | 'h2'
  startMs: number
  endMs: number
  /** Minutes of added time. */
  added: number
}

export interface Eleven {
  formation: string
  starters: readonly DemoPlayer[]
  bench: readonly DemoPlayer[]
}

export interface FootballPlays {
  halves: readonly [Half, Half]
  elevens: Readonly<Record<DemoSide, Eleven>>
  plays: readonly Play[]
  substitutions: readonly Substitution[]
  /** Share of the home side's possession in percent. */
  possession: number
  finalMs: number
}

const minuteMs = 60_000
export const halfSec = 45 * 60
const breakMinutes = 15
const formations = ['4-3-3', '4-4-2', '4-2-3-1', '3-5-2', '5-3-2', '3-4-3'] as const

/** How likely a player scores, and gives the assist. */
const scoring: Readonly<Record<string, readonly [scores: number, assists: number]>> = {
  门将: [0, 0.05],
  后卫: [1, 2],
  中场: [3, 4],
  前锋: [7, 3],
}

function weighted<Item>(random: SeededRandom, items: readonly Item[], weightOf: (item: Item) => number): Item | null {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0)
  let left = random.next() * total
  for (const item of items) {
    left -= weightOf(item)
    if (left < 0 && weightOf(item) > 0) return item
  }
  return null
}

function elevenOf(team: string, random: SeededRandom): Eleven {
  const formation = formations[Math.floor(random.next() * formations.length)] ?? '4-3-3'
  const lines = formation.split('-').map(Number)
  const [back = 4, front = 3] = [lines[0], lines.at(-1)]
  const counts: Readonly<Record<string, number>> = { 门将: 1, 后卫: back, 中场: 10 - back - front, 前锋: front }
  const squad = playersOf(team)
  const starters = Object.entries(counts).flatMap(([position, count]) => {
    const all = squad.filter((player) => player.position === position)
    const lots = new Map(all.map((player, at) => [player, position === '门将' ? at : random.next()]))
    return all.toSorted((one, other) => (lots.get(one) ?? 0) - (lots.get(other) ?? 0)).slice(0, count)
  })
  const names = new Set(starters.map(({ id }) => id))
  return { formation, starters, bench: squad.filter(({ id }) => !names.has(id)) }
}

function halvesOf(random: SeededRandom, startMs: number): [Half, Half] {
  const half = (key: Half['key'], fromMs: number, added: number): Half => ({
    key,
    startMs: fromMs,
    endMs: fromMs + (45 + added) * minuteMs + Math.floor(random.next() * 30) * 1000,
    added,
  })
  const first = half('h1', startMs, 1 + Math.floor(random.next() * 3))
  return [first, half('h2', first.endMs + breakMinutes * minuteMs, 3 + Math.floor(random.next() * 4))]
}

/** Players on the pitch and what they were shown, while the match goes on. */
interface Side {
  on: DemoPlayer[]
  bench: DemoPlayer[]
  booked: Set<string>
  /** Who came on: nobody is taken off again. */
  entered: Set<DemoPlayer>
}

const gapSec = { min: 46, span: 100 }

/** What a phase of play ends with; the rest are fouls. */
const shares = { shot: 0.4, corner: 0.14, offside: 0.06 }
const penaltyShare = 0.014
const homeAdvantage = 0.16

export function footballPlays(match: DemoMatch): FootballPlays {
  const random = seededRandom(`football ${match.id}`)
  const halves = halvesOf(random, match.kickoffSec * 1000)
  const elevens = { home: elevenOf(match.home.slug, random), away: elevenOf(match.away.slug, random) }
  const sides: Record<DemoSide, Side> = {
    home: { on: [...elevens.home.starters], bench: [...elevens.home.bench], booked: new Set(), entered: new Set() },
    away: { on: [...elevens.away.starters], bench: [...elevens.away.bench], booked: new Set(), entered: new Set() },
  }
  const edge = (match.home.strength - match.away.strength) / 2 + homeAdvantage
  const homeShare = 0.5 + edge * 0.22
  const plays: Play[] = []
  const substitutions: Substitution[] = []
  const windows = { home: windowsOf(random), away: windowsOf(random) }
  for (const half of halves) {
    let atSec = 35 + Math.floor(random.next() * 40)
    while (half.startMs + atSec * 1000 < half.endMs - 25_000) {
      if (half.key === 'h2') substitutions.push(...due(random, { half, atSec, sides, windows }))
      const side = random.next() < homeShare ? 'home' : 'away'
      const moment = { side, period: half.key, atSec, wallMs: half.startMs + atSec * 1000 } as const
      plays.push(playOf(random, moment, sides, side === 'home' ? edge : -edge))
      atSec += gapSec.min + Math.floor(random.next() * gapSec.span)
    }
  }
  const possession = Math.round(Math.min(68, Math.max(32, 50 + edge * 12 + (random.next() - 0.5) * 14)))
  return { halves, elevens, plays, substitutions, possession, finalMs: halves[1].endMs + 20_000 }
}

/** Seconds of the second half in which a side substitutes. */
function windowsOf(random: SeededRandom): number[] {
  const count = 3 + Math.floor(random.next() * 3)
  return Array.from({ length: count }, () => Math.floor((2 + random.next() * 40) * 60)).toSorted((a, b) => a - b)
}

/** The substitutions until a second, in the pause before the next phase of play. */
function due(
  random: SeededRandom,
  options: {
    half: Half
    atSec: number
    sides: Record<DemoSide, Side>
    windows: Record<DemoSide, number[]>
  },
): Substitution[] {
  const { half, atSec, sides, windows } = options
  const done: Substitution[] = []
  for (const side of ['home', 'away'] as const) {
    while ((windows[side][0] ?? Infinity) <= atSec) {
      windows[side].shift()
      const { on, bench, entered } = sides[side]
      const starters = on.filter((player) => !entered.has(player))
      const off = weighted(random, starters, ({ position }) => (position === '门将' ? 0 : position === '后卫' ? 1 : 3))
      const next = off && bench.find(({ position }) => position === off.position)
      if (!off || !next) continue
      on.splice(on.indexOf(off), 1, next)
      bench.splice(bench.indexOf(next), 1)
      entered.add(next)
      const second = atSec - 12 + done.length
      done.push({ side, atSec: second, wallMs: half.startMs + second * 1000, off, on: next })
    }
  }
  return done
}

type Moment = Pick<Play, 'side' | 'period' | 'atSec' | 'wallMs'>

function playOf(random: SeededRandom, moment: Moment, sides: Record<DemoSide, Side>, edge: number): Play {
  const base = { ...moment, player: '', assist: '', card: null }
  const { on } = sides[moment.side]
  const kind = random.next()
  if (kind < shares.shot) return shotOf(random, base, on, sides, edge)
  if (kind < shares.shot + shares.corner) return { ...base, kind: 'corner' }
  if (kind < shares.shot + shares.corner + shares.offside) return { ...base, kind: 'offside' }
  if (random.next() < penaltyShare) {
    const taker = weighted(random, on, ({ position }) => scoring[position]?.[0] ?? 0)
    const player = taker?.name ?? ''
    return random.next() < 0.78 ? { ...base, kind: 'penalty', player } : { ...base, kind: 'penalty-missed', player }
  }
  return foulOf(random, base, sides[otherSide(moment.side)])
}

type Base = Moment & Pick<Play, 'player' | 'assist' | 'card'>

function shotOf(
  random: SeededRandom,
  base: Base,
  on: readonly DemoPlayer[],
  sides: Record<DemoSide, Side>,
  edge: number,
): Play {
  const scorer = weighted(random, on, ({ position }) => scoring[position]?.[0] ?? 0)
  const player = scorer?.name ?? ''
  const chance = random.next()
  const goalShare = 0.115 * (1 + edge * 0.5)
  if (chance < goalShare) {
    if (random.next() < 0.03) {
      const unlucky = weighted(random, sides[otherSide(base.side)].on, ({ position }) => (position === '后卫' ? 1 : 0))
      if (unlucky) return { ...base, kind: 'own-goal', player: unlucky.name }
    }
    const helper =
      random.next() < 0.72
        ? weighted(
            random,
            on.filter((each) => each !== scorer),
            ({ position }) => scoring[position]?.[1] ?? 0,
          )
        : null
    return { ...base, kind: 'goal', player, assist: helper?.name ?? '' }
  }
  if (chance < 0.35) return { ...base, kind: 'saved', player }
  return { ...base, kind: chance < 0.75 ? 'wide' : 'blocked', player }
}

function foulOf(random: SeededRandom, base: Base, offender: Side): Play {
  const chance = random.next()
  const who = weighted(random, offender.on, ({ position }) => (position === '门将' ? 0.1 : position === '前锋' ? 1 : 2))
  if (!who || chance > 0.19) return { ...base, kind: 'foul' }
  const isSecond = offender.booked.has(who.id)
  // Who is booked plays carefully.
  if (isSecond && random.next() < 0.6) return { ...base, kind: 'foul' }
  const card = isSecond ? 'second-yellow' : chance < 0.006 ? 'red' : 'yellow'
  offender.booked.add(who.id)
  if (card !== 'yellow') offender.on.splice(offender.on.indexOf(who), 1)
  return { ...base, kind: 'card', player: who.name, card }
}

const goalKinds: readonly PlayKind[] = ['goal', 'penalty', 'own-goal']

/** Whether the attacking side has a goal more after it. */
export const isGoal = ({ kind }: Pick<Play, 'kind'>): boolean => goalKinds.includes(kind)

/** The score of the plays until a moment. */
export function scoreAt(plays: readonly Play[], untilMs: number): Record<DemoSide, number> {
  const goals = plays.filter((play) => isGoal(play) && play.wallMs <= untilMs)
  const home = goals.filter(({ side }) => side === 'home').length
  return { home, away: goals.length - home }
}
