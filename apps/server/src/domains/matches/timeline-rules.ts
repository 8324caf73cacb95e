import {
  inOrderOfPlay,
  type MatchClock,
  type MatchEvent,
  matchMinute,
  type MatchState,
  type MatchStatus,
  type PeriodScore,
  type Score,
  type Side,
  type SportKey,
  type SportPeriod,
  sports,
  type TimelineItem,
} from '@yunmu/contract'
import { addScores, leaderOf, ScoreBoard } from './score-board.ts'

/** The state of a match that follows from its events. */
export interface MatchCourse {
  status: MatchStatus
  state: MatchState
  /** Label and key of the current period, or of the last one during a break; null before and after the match. */
  period: string | null
  periodKey: string | null
  clock: MatchClock | null
  /** Null before it starts. */
  score: Score | null
  periods: PeriodScore[]
  shootout: Score | null
  winner: Side | null
  /** The winner by decision instead of by score. */
  awarded: Side | null
  /** First start and last end, Unix milliseconds; null if it has not started or ended. */
  startedMs: number | null
  endedMs: number | null
  /** Visible events in the order of play. */
  events: TimelineItem[]
}

/** The state of each status, see the contract. */
const stateOf: Readonly<Record<MatchStatus, MatchState>> = {
  scheduled: 'upcoming',
  delayed: 'upcoming',
  postponed: 'upcoming',
  live: 'live',
  break: 'live',
  suspended: 'live',
  over: 'over',
  abandoned: 'over',
  cancelled: 'over',
}

/** JSON with sorted keys: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

/** Whether a version of an event replaces another one of the same id: the larger `seq`, then the larger text. */
function replaces(event: MatchEvent, known: MatchEvent): boolean {
  if (event.seq !== known.seq) return event.seq > known.seq
  return canonicalJson(event) > canonicalJson(known)
}

/** The version that counts of each event, by id. */
export function newestVersions(versions: readonly MatchEvent[]): Map<string, MatchEvent> {
  const newest = new Map<string, MatchEvent>()
  for (const event of versions) {
    const known = newest.get(event.id)
    if (!known || replaces(event, known)) newest.set(event.id, event)
  }
  return newest
}

type EventOf<Type extends MatchEvent['type']> = Extract<MatchEvent, { type: Type }>

const isOf =
  <Type extends MatchEvent['type']>(...types: readonly Type[]) =>
  (event: MatchEvent): event is EventOf<Type> =>
    types.some((type) => type === event.type)

/** The latest by wall clock; of equal ones the one with the largest id. */
function latest<Event extends MatchEvent>(events: readonly Event[]): Event | null {
  let found: Event | null = null
  for (const event of events) {
    if (!found || event.wallMs > found.wallMs || (event.wallMs === found.wallMs && event.id > found.id)) found = event
  }
  return found
}

const otherSide = (side: Side): Side => (side === 'home' ? 'away' : 'home')

/** Points of a tally and the side that they count for. */
function pointsOf(sport: SportKey, { kind, points, side }: EventOf<'tally'>): { points: number; side: Side } {
  const found = sports[sport].scores.find(({ key }) => key === kind)
  return {
    points: found?.points ?? points ?? (found ? 1 : 0),
    side: found?.isForOther ? otherSide(side) : side,
  }
}

/** Applies an event to the board. Remarks, cards and the like do not open a period. */
function apply(sport: SportKey, board: ScoreBoard, event: MatchEvent): void {
  const period = sports[sport].periods.find(({ key }) => key === event.period)
  if (!period || event.type === 'incident' || event.type === 'status' || event.type === 'final') return
  board.play(period)
  if (event.type === 'end') board.end(period.key)
  if (event.type === 'score') board.set(period.key, [event.home, event.away])
  if (event.type !== 'tally') return
  const { points, side } = pointsOf(sport, event)
  board.set(period.key, addScores(board.scoreIn(period.key), side === 'home' ? [points, 0] : [0, points]))
}

/** What the item shows as score: that of the match; of sets and shootouts, for their scores, that of the period. */
function scoreAfter(sport: SportKey, board: ScoreBoard, event: MatchEvent): Score {
  if (event.type === 'score' && event.period === null) return [event.home, event.away]
  const isScore = event.type === 'score' || event.type === 'tally'
  const isOfPeriod = sports[sport].scoring === 'periods' || board.last?.kind === 'shootout'
  return isScore && isOfPeriod && event.period !== null ? board.scoreIn(event.period) : board.total()
}

function labelOf(sport: SportKey, event: MatchEvent, period: SportPeriod | undefined): string {
  const { scores, incidents } = sports[sport]
  if (event.type === 'tally') return scores.find(({ key }) => key === event.kind)?.label ?? ''
  if (event.type === 'incident') return incidents.find(({ key }) => key === event.kind)?.label ?? ''
  return period?.label ?? ''
}

/** What differs by the type of an event. */
function detailsOf(
  sport: SportKey,
  event: MatchEvent,
): Pick<TimelineItem, 'side' | 'kind' | 'points' | 'player' | 'other' | 'text'> {
  const none = { side: null, kind: '', points: 0, player: '', other: '', text: '' }
  switch (event.type) {
    case 'tally': {
      const { side, kind, player, assist } = event
      return { ...none, side, kind, player, other: assist, points: pointsOf(sport, event).points }
    }
    case 'incident': {
      const { side, kind, player, other, text } = event
      return { ...none, side, kind, player, other, text }
    }
    case 'status':
      return { ...none, kind: event.status, text: event.text }
    case 'final':
      return { ...none, side: event.winner }
    default:
      return none
  }
}

function itemOf(sport: SportKey, event: Exclude<MatchEvent, { type: 'clock' }>, score: Score): TimelineItem {
  const { id, type, period: key, atSec, wallMs } = event
  const period = sports[sport].periods.find((each) => each.key === key)
  const minute = key === null || atSec === null ? null : matchMinute(sport, key, atSec)
  return {
    id,
    type,
    period: period?.key ?? null,
    periodLabel: period?.label ?? '',
    atSec,
    minute: minute?.minute ?? null,
    added: minute?.added ?? 0,
    wallMs,
    label: labelOf(sport, event, period),
    ...detailsOf(sport, event),
    ...(type === 'end' && period ? { text: period.breakAfter } : {}),
    score,
  }
}

/** The newest word about the status, unless play went on after it. */
function statusOf(events: readonly MatchEvent[], board: ScoreBoard, isFinal: boolean): MatchStatus {
  const { last } = board
  const total = events.some((event) => event.type === 'score' && event.period === null)
  const played = last ? (board.isEnded(last.key) ? 'break' : 'live') : total ? 'live' : 'scheduled'
  const base = isFinal ? 'over' : played
  const told = latest(events.filter(isOf('status')))
  const course = latest(events.filter(isOf('start', 'end', 'clock', 'score', 'tally', 'final')))
  if (!told || (course && course.wallMs > told.wallMs)) return base
  const { status } = told
  if (status === 'abandoned' || status === 'cancelled') return status
  if (isFinal || status === 'scheduled') return base
  if (status === 'live') return base === 'scheduled' ? 'live' : base
  const isStarted = base !== 'scheduled'
  if (status === 'suspended') return isStarted ? status : 'delayed'
  return isStarted ? 'suspended' : status
}

function clockOf(sport: SportKey, events: readonly MatchEvent[], last: SportPeriod | null, status: MatchStatus) {
  const { clock } = sports[sport]
  if (!last || clock === 'none' || last.minutes === 0 || (status !== 'live' && status !== 'suspended')) return null
  const set = latest(events.filter(isOf('start', 'clock')).filter(({ period }) => period === last.key))
  if (!set) return null
  const atSec = set.atSec ?? 0
  if (set.type === 'clock' && !set.running) return { runningSinceMs: null, atSec }
  if (status === 'live') return { runningSinceMs: set.wallMs, atSec }
  const stoppedMs = latest(events.filter(isOf('status')))?.wallMs ?? set.wallMs
  return { runningSinceMs: null, atSec: atSec + Math.max(0, Math.floor((stoppedMs - set.wallMs) / 1000)) }
}

/** The score as a whole: that which was told last, by periods or in total. Null before the match starts. */
function totalOf(events: readonly MatchEvent[], board: ScoreBoard): Score | null {
  const told = latest(events.filter(isOf('score')).filter(({ period }) => period === null))
  if (!told) return board.last ? board.total() : null
  const counted = latest(events.filter(isOf('score', 'tally')).filter(({ period }) => period !== null))
  return counted && counted.wallMs > told.wallMs ? board.total() : [told.home, told.away]
}

const timeOf = (events: readonly MatchEvent[]): number[] => events.map(({ wallMs }) => wallMs)

/**
 * The course of a match, from all that its sources ever told, corrections and retractions included. A pure function of
 * the set of versions: their order and repetition make no difference.
 */
export function foldTimeline(sport: SportKey, versions: readonly MatchEvent[]): MatchCourse {
  const current = [...newestVersions(versions).values()].filter(({ retracted }) => !retracted)
  const events = inOrderOfPlay(sport, current, (event) => (event.type === 'status' ? event.status : ''))
  const final = latest(events.filter(isOf('final')))
  const board = new ScoreBoard(sport)
  const items: TimelineItem[] = []
  for (const event of events) {
    apply(sport, board, event)
    // The last set ends with the match, unless the match was decided within it.
    if (event.type === 'final' && event.winner === null && board.last) board.end(board.last.key)
    if (event.type !== 'clock') items.push(itemOf(sport, event, scoreAfter(sport, board, event)))
  }
  const status = statusOf(events, board, final !== null)
  const state = stateOf[status]
  const score = totalOf(events, board)
  const { last, shootout } = board
  const starts = timeOf(events.filter(isOf('start')))
  const interrupted = latest(events.filter(isOf('status')))
  const isOver = status === 'over'
  return {
    status,
    state,
    period: state === 'live' ? (last?.label ?? null) : null,
    periodKey: state === 'live' ? (last?.key ?? null) : null,
    clock: clockOf(sport, events, last, status),
    score,
    periods: board.periods,
    shootout,
    winner: isOver ? (final?.winner ?? (score && leaderOf(score)) ?? (shootout && leaderOf(shootout))) : null,
    awarded: isOver ? (final?.winner ?? null) : null,
    startedMs: starts.length === 0 ? null : Math.min(...starts),
    endedMs: state === 'over' ? ((isOver ? final : interrupted)?.wallMs ?? null) : null,
    events: items,
  }
}
