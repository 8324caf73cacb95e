import { otherSide, type DemoMatch, type DemoSide } from './demo-competition.ts'
import {
  statisticsTimes,
  type DemoEvent,
  type DemoLineup,
  type DemoStatistics,
  type MatchCourse,
} from './match-course.ts'
import { coachOf, playersOf, type DemoPlayer } from './squads.ts'
import { seededRandom, type SeededRandom } from '../seeded-random.ts'

/** A possession of one side and what it ended with. */
interface Possession {
  side: DemoSide
  period: string
  /** Second of the period's clock at which it ended. */
  atSec: number
  wallMs: number
  result: 'two' | 'three' | 'free' | 'missed-two' | 'missed-three' | 'turnover'
  player: string
  /** Of a basket, who gave the pass; of a turnover, who stole the ball. */
  other: string
  /** Free throws that went in, of two. */
  made: number
  blocked: boolean
  /** Who took the rebound of a miss. */
  rebound: DemoSide
}

interface Period {
  key: string
  startMs: number
  endMs: number
  seconds: number
}

/** The clock of a period at a moment, and whether it runs from then on. */
interface ClockChange {
  period: string
  wallMs: number
  atSec: number
  running: boolean
}

const quarterSec = 600
const overtimeSec = 300
/** A period of ten minutes takes about so long, with all interruptions. */
const quarterWallSec = 1520
const overtimeWallSec = 720
const shortBreakMs = 2 * 60_000
const halfTimeMs = 15 * 60_000
const maxOvertimes = 9

/** How possessions end: shares of their sum. */
const attempts = { two: 0.5, three: 0.29, free: 0.1 }
const success = { two: 0.57, three: 0.345, free: 0.76 }

/** A basketball match as a feed tells it. */
export function basketballCourse(match: DemoMatch): MatchCourse {
  const random = seededRandom(`basketball ${match.id}`)
  const possessions: Possession[] = []
  const periods: Period[] = []
  const clocks: ClockChange[] = []
  let startMs = match.kickoffSec * 1000
  const play = (key: string, seconds: number, wallSec: number): void => {
    const period = { key, seconds, startMs, endMs: startMs + (wallSec + Math.floor(random.next() * 40)) * 1000 }
    periods.push(period)
    const played = playPeriod(random, match, period)
    possessions.push(...played.possessions)
    clocks.push(...played.clocks)
    startMs = period.endMs + (key === 'q2' ? halfTimeMs : shortBreakMs)
  }
  for (const number of [1, 2, 3, 4]) play(`q${number}`, quarterSec, quarterWallSec)
  for (let number = 1; number <= maxOvertimes && isDrawn(possessions); number++)
    play(`ot${number}`, overtimeSec, overtimeWallSec)
  if (isDrawn(possessions)) possessions.pop()
  const endMs = (periods.at(-1)?.endMs ?? startMs) + 15_000
  return {
    match,
    lineups: (['home', 'away'] as const).map((side) => lineupOf(match, side)),
    events: eventsOf({ possessions, periods, clocks, endMs }),
    chances: possessions.flatMap(({ blocked, side, player, wallMs }) =>
      blocked ? [{ kind: 'blocked' as const, side, player, wallMs }] : [],
    ),
    statisticsMs: statisticsTimes(match.kickoffSec * 1000, endMs),
    statisticsAt: (untilMs) => statisticsOf(possessions.filter(({ wallMs }) => wallMs <= untilMs)),
    endMs,
  }
}

const pointsOf = ({ result, made }: Possession): number =>
  result === 'two' ? 2 : result === 'three' ? 3 : result === 'free' ? made : 0

const total = (possessions: readonly Possession[], side: DemoSide): number =>
  possessions.reduce((sum, each) => sum + (each.side === side ? pointsOf(each) : 0), 0)

const isDrawn = (possessions: readonly Possession[]): boolean =>
  total(possessions, 'home') === total(possessions, 'away')

const pick = (random: SeededRandom, players: readonly DemoPlayer[], except = ''): string => {
  const others = players.filter(({ name }) => name !== except)
  // The first of a squad play most.
  return others[Math.floor(random.next() ** 1.6 * others.length)]?.name ?? ''
}

function playPeriod(random: SeededRandom, match: DemoMatch, period: Period) {
  const possessions: Omit<Possession, 'wallMs'>[] = []
  let side: DemoSide = random.next() < 0.5 ? 'home' : 'away'
  for (let atSec = 0; ; side = otherSide(side)) {
    atSec += 8 + Math.floor(random.next() * 13)
    if (atSec >= period.seconds - 1) break
    const found = possessionOf(random, match, side)
    possessions.push({ ...found, period: period.key, atSec })
    if (found.result.startsWith('missed') && found.rebound === side) side = otherSide(side)
  }
  // Interruptions after some possessions fill the time that the clock does not run.
  const stops = possessions.map(({ result, atSec }, at) => {
    const stopsClock = result === 'free' || random.next() < 0.3
    return { at, atSec, weight: stopsClock ? 0.4 + random.next() : 0 }
  })
  const sum = stops.reduce((weights, { weight }) => weights + weight, 0)
  const idleMs = period.endMs - period.startMs - period.seconds * 1000
  const clocks: ClockChange[] = []
  let stoppedMs = 0
  const timed = possessions.map((possession, at): Possession => {
    const { atSec } = possession
    const wallMs = Math.round(period.startMs + atSec * 1000 + stoppedMs)
    const weight = stops[at]?.weight ?? 0
    if (weight > 0) {
      stoppedMs += (idleMs * weight) / sum
      const resumesMs = Math.round(period.startMs + atSec * 1000 + stoppedMs)
      clocks.push({ period: period.key, wallMs, atSec, running: false })
      clocks.push({ period: period.key, wallMs: resumesMs, atSec, running: true })
    }
    return { ...possession, wallMs }
  })
  return { possessions: timed, clocks }
}

function possessionOf(random: SeededRandom, match: DemoMatch, side: DemoSide) {
  const own = playersOf(match[side].slug)
  const others = playersOf(match[otherSide(side)].slug)
  const edge = (match[side].strength - match[otherSide(side)].strength) * 0.035 + (side === 'home' ? 0.012 : 0)
  const player = pick(random, own)
  const base = { side, player, other: '', made: 0, blocked: false, rebound: side }
  const kind = random.next()
  const isMade = (share: number): boolean => random.next() < share + edge
  if (kind < attempts.two + attempts.three) {
    const shot = kind < attempts.two ? 'two' : 'three'
    if (isMade(success[shot]))
      return { ...base, result: shot, other: random.next() < 0.58 ? pick(random, own, player) : '' } as const
    const rebound = random.next() < 0.26 ? side : otherSide(side)
    return { ...base, result: `missed-${shot}`, blocked: random.next() < 0.08, rebound } as const
  }
  if (kind < attempts.two + attempts.three + attempts.free) {
    const made = [0, 1].filter(() => isMade(success.free)).length
    return { ...base, result: 'free', made } as const
  }
  return { ...base, result: 'turnover', other: random.next() < 0.55 ? pick(random, others) : '' } as const
}

function lineupOf(match: DemoMatch, side: DemoSide): DemoLineup {
  const squad = playersOf(match[side].slug)
  const guards = squad.filter(({ position }) => position === '后卫').slice(0, 2)
  const forwards = squad.filter(({ position }) => position === '前锋').slice(0, 2)
  const centres = squad.filter(({ position }) => position === '中锋').slice(0, 1)
  const starters = [...guards, ...forwards, ...centres]
  return {
    side,
    formation: '',
    coach: coachOf(match[side].slug),
    players: [...starters, ...squad.filter((player) => !starters.includes(player))].map((player, at) => ({
      name: player.name,
      number: player.number,
      position: player.position,
      starts: starters.includes(player),
      captain: at === 0,
    })),
  }
}

function eventsOf(course: {
  possessions: readonly Possession[]
  periods: readonly Period[]
  clocks: readonly ClockChange[]
  endMs: number
}): DemoEvent[] {
  const versions = new Map<string, number>()
  const events: DemoEvent[] = [
    ...course.periods.flatMap(({ key, startMs, endMs, seconds }): DemoEvent[] => [
      { type: 'start', id: `start-${key}`, period: key, atSec: 0, wallMs: startMs },
      { type: 'end', id: `end-${key}`, period: key, atSec: seconds, wallMs: endMs },
    ]),
    ...course.possessions.flatMap(basketsOf),
    // One event for each period that is corrected, so that timelines do not grow with every whistle.
    ...course.clocks.map(({ period, wallMs, atSec, running }): DemoEvent => {
      const seq = versions.get(period) ?? 0
      versions.set(period, seq + 1)
      return { type: 'clock', id: `clock-${period}`, seq, period, atSec, wallMs, running }
    }),
    { type: 'final', id: 'final', wallMs: course.endMs },
  ]
  return events.toSorted((one, other) => one.wallMs - other.wallMs)
}

function basketsOf({ side, period, atSec, wallMs, result, player, other, made }: Possession): DemoEvent[] {
  if (result !== 'two' && result !== 'three' && result !== 'free') return []
  const basket = { type: 'tally', kind: result, side, period, atSec, player } as const
  if (result !== 'free') return [{ ...basket, id: `${period}-${atSec}`, wallMs, assist: other }]
  return Array.from({ length: made }, (_, at) => ({
    ...basket,
    id: `${period}-${atSec}-${at + 1}`,
    wallMs: wallMs + at * 8000,
  }))
}

function statisticsOf(past: readonly Possession[]): DemoStatistics {
  const both = (count: (side: DemoSide) => number) => ({ home: count('home'), away: count('away') })
  const of = (isCounted: (possession: Possession) => boolean) =>
    both((side) => past.filter((each) => each.side === side && isCounted(each)).length)
  const against = (isCounted: (possession: Possession) => boolean) =>
    both((side) => past.filter((each) => each.side !== side && isCounted(each)).length)
  const isBasket = ({ result }: Possession): boolean => result === 'two' || result === 'three'
  const isMiss = ({ result }: Possession): boolean => result.startsWith('missed')
  const made = of(isBasket)
  const missed = of(isMiss)
  const share = (side: DemoSide): number => Math.round((100 * made[side]) / Math.max(1, made[side] + missed[side]))
  return [
    { key: 'field-goals', ...both(share) },
    { key: 'threes', ...of(({ result }) => result === 'three') },
    {
      key: 'free-throws',
      ...both((side) => past.reduce((sum, each) => sum + (each.side === side ? each.made : 0), 0)),
    },
    { key: 'rebounds', ...both((side) => past.filter((each) => isMiss(each) && each.rebound === side).length) },
    { key: 'assists', ...of((each) => isBasket(each) && each.other !== '') },
    { key: 'steals', ...against(({ result, other }) => result === 'turnover' && other !== '') },
    { key: 'blocks', ...against(({ blocked }) => blocked) },
    { key: 'turnovers', ...of(({ result }) => result === 'turnover') },
    { key: 'fouls', ...against(({ result }) => result === 'free') },
  ]
}
