import { otherSide, type DemoMatch, type DemoSide } from '../demo-competition.ts'
import type { DemoEvent, MatchCourse } from '../match-course.ts'
import type { Turn } from './football-lines.ts'

type Score = Readonly<Record<DemoSide, number>>

/** What viewers write about. */
export interface Moment {
  kind: string
  atMs: number
  /** Whose goal, card or shot it is; null for the beginning and end of periods. */
  side: DemoSide | null
  player: string
  score: Score
  /** Of what changes the score. */
  turn: Turn | null
}

/** A match as viewers see it at a moment. */
export interface MatchState {
  phase: 'before' | 'play' | 'break' | 'over'
  score: Score
  /** Null while the score is level. */
  leader: DemoSide | null
  /** Points between both sides. */
  lead: number
  /** The last minutes of regular time. */
  isLate: boolean
}

const points: Readonly<Record<string, number>> = { goal: 1, penalty: 1, 'own-goal': 1, two: 2, three: 3, free: 1 }

/** Seconds of the last period from which on it is late. */
const lateSec = { football: 40 * 60, basketball: 450 } as const
const lastPeriod = { football: 'h2', basketball: 'q4' } as const

/** The side that an event counts for. */
const scorerOf = ({ side, kind }: Extract<DemoEvent, { type: 'tally' }>): DemoSide =>
  kind === 'own-goal' ? otherSide(side) : side

interface Tally {
  atMs: number
  score: Score
}

export interface MatchView {
  match: DemoMatch
  startMs: number
  endMs: number
  /** In the order of time. */
  moments: readonly Moment[]
  stateAt(atMs: number): MatchState
}

function turnOf(side: DemoSide, before: Score, after: Score): Turn {
  const other = otherSide(side)
  if (before.home === 0 && before.away === 0) return 'opener'
  if (after[side] === after[other]) return 'equaliser'
  if (after[side] < after[other]) return 'reduced'
  return before[side] <= before[other] ? 'lead' : 'extended'
}

/** The moment of an event; null for one that nobody writes about. */
function momentOf(event: DemoEvent, base: Omit<Moment, 'kind' | 'side' | 'player' | 'turn'>): Moment | null {
  const ofNobody = { ...base, side: null, player: '', turn: null }
  if (event.type === 'start') return { ...ofNobody, kind: /^[hq]1$/.test(event.period ?? '') ? 'start' : 'resumed' }
  if (event.type === 'end') return { ...ofNobody, kind: /^(?:h1|q2)$/.test(event.period ?? '') ? 'half' : 'break' }
  if (event.type === 'final') return { ...ofNobody, kind: 'final' }
  if (event.type !== 'incident') return null
  if (event.kind === 'added-time') return { ...ofNobody, kind: 'added' }
  const kind = event.kind === 'second-yellow' ? 'red' : event.kind
  return { ...ofNobody, kind, side: event.side ?? null, player: event.player ?? '' }
}

/** What a basket means, of those that are written about; most are not. */
function basketKind(kind: string, turn: Turn, { isLate, lead }: { isLate: boolean; lead: number }): string | null {
  if (isLate && lead <= 6) return 'clutch'
  if (turn === 'lead') return 'ahead'
  return kind === 'three' ? 'three' : null
}

/** What happens in a match, for those who write about it. */
export function viewOf(course: MatchCourse): MatchView {
  const { match, events, endMs, chances } = course
  const { sport } = match.competition
  const isFootball = sport === 'football'
  const isLateEvent = (event: DemoEvent): boolean =>
    event.type === 'tally' && event.period === lastPeriod[sport] && (event.atSec ?? 0) >= lateSec[sport]
  const tallies: Tally[] = []
  const moments: Moment[] = []
  let score: Score = { home: 0, away: 0 }
  for (const event of events) {
    const base = { atMs: event.wallMs, score }
    if (event.type !== 'tally') {
      const moment = momentOf(event, base)
      // The end of the last period is the end of the match.
      if (moment && !(moment.kind === 'break' && (isFootball || endMs - moment.atMs < 60_000))) moments.push(moment)
      continue
    }
    const side = scorerOf(event)
    const player = event.player ?? ''
    const worth = points[event.kind] ?? 0
    if (worth === 0) {
      moments.push({ ...base, kind: event.kind, side, player, turn: null })
      continue
    }
    const before = score
    score = { ...score, [side]: score[side] + worth }
    tallies.push({ atMs: event.wallMs, score })
    const turn = turnOf(side, before, score)
    const lead = Math.abs(score.home - score.away)
    const kind = isFootball ? event.kind : basketKind(event.kind, turn, { isLate: isLateEvent(event), lead })
    if (kind !== null) moments.push({ atMs: event.wallMs, kind, side, player, score, turn: isFootball ? turn : null })
  }
  const scoreAt = (atMs: number): Score =>
    tallies.findLast((tally) => tally.atMs <= atMs)?.score ?? { home: 0, away: 0 }
  for (const { kind, side, player, wallMs } of chances)
    moments.push({ kind, side, player, atMs: wallMs, score: scoreAt(wallMs), turn: null })
  const startMs = match.kickoffSec * 1000
  const spans = playedSpans(events)
  const lateMs = lateSpan(events, lastPeriod[sport], lateSec[sport])
  return {
    match,
    startMs,
    endMs,
    moments: moments.toSorted((one, other) => one.atMs - other.atMs),
    stateAt(atMs) {
      const now = scoreAt(atMs)
      const isPlayed = spans.some(([fromMs, untilMs]) => fromMs <= atMs && atMs < untilMs)
      return {
        phase: atMs < startMs ? 'before' : atMs >= endMs ? 'over' : isPlayed ? 'play' : 'break',
        score: now,
        leader: now.home === now.away ? null : now.home > now.away ? 'home' : 'away',
        lead: Math.abs(now.home - now.away),
        isLate: atMs >= lateMs && atMs < endMs,
      }
    },
  }
}

/** When periods were played, Unix milliseconds. */
function playedSpans(events: readonly DemoEvent[]): [number, number][] {
  return events.flatMap((event): [number, number][] => {
    if (event.type !== 'start') return []
    const end = events.find((other) => other.type === 'end' && other.period === event.period)
    return [[event.wallMs, end?.wallMs ?? event.wallMs]]
  })
}

/** When the last minutes of regular time begin. */
function lateSpan(events: readonly DemoEvent[], period: string, sec: number): number {
  const start = events.find((event) => event.type === 'start' && event.period === period)
  const end = events.find((event) => event.type === 'end' && event.period === period)
  if (!start || !end) return Number.POSITIVE_INFINITY
  // The clock of basketball stops: its last minutes are a share of the wall clock.
  const share = sec / (end.type === 'end' ? (end.atSec ?? sec) : sec)
  return start.wallMs + (end.wallMs - start.wallMs) * Math.min(1, share)
}
