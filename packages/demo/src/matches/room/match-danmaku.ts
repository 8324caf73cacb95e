import { distinctTexts, pickOf, styleOf, type DemoDanmaku } from '../../programme/danmaku/danmaku.ts'
import { seededRandom, type SeededRandom } from '../../seeded-random.ts'
import { otherSide, type DemoMatch, type DemoSide } from '../demo-competition.ts'
import { basketballPlayLines, basketballReactions } from './basketball-lines.ts'
import { ambientLines, periodLines, type Reactions } from './danmaku-lines.ts'
import { footballPlayLines, footballReactions, turnLines } from './football-lines.ts'
import type { MatchView, MatchState, Moment } from './match-moments.ts'

/** How many react to a moment in a match of average interest. */
const reactionCounts: Readonly<Record<string, number>> = {
  goal: 26,
  penalty: 26,
  'own-goal': 26,
  'penalty-missed': 18,
  red: 18,
  saved: 5,
  wide: 4,
  blocked: 2,
  yellow: 4,
  substitution: 2,
  three: 2,
  ahead: 3,
  clutch: 4,
  start: 10,
  resumed: 6,
  added: 4,
  half: 8,
  break: 5,
  final: 20,
}
/** In between, per minute. */
const ambientRates = { before: 2, play: 4, break: 2, over: 1.5 } as const

const minuteMs = 60_000
/** What was written in between is not written again for so long. */
const repeatMs = 12 * minuteMs
/** Viewers arrive so long before the start, and stay so long after the end. */
const beforeMs = 15 * minuteMs
const afterMs = 10 * minuteMs
/** Nobody types faster; most write within seconds, some later. */
const fastestMs = 1800
const typicalMs = 5000
const slowestMs = 24_000

/** How interesting a match is: 0.6 to 1.4. */
export const interestOf = ({ home, away }: DemoMatch): number =>
  Math.min(1.4, Math.max(0.6, 1 + (home.strength + away.strength) / 3 - Math.abs(home.strength - away.strength) / 6))

/** The share of viewers who support the home side rather than the away side. */
export const homeSupport = ({ home, away }: DemoMatch): number => 0.55 + (home.strength - away.strength) * 0.12

/** Fills a line in; null if something that it names is not known. */
type FillIn = (line: string) => string | null

interface About {
  side: DemoSide | null
  player: string
}

/** Fills lines with what is true at a moment. */
export function fillerOf(match: DemoMatch, { score, leader }: MatchState, { side, player }: About): FillIn {
  const nameOf = (of: DemoSide | null): string | undefined => (of === null ? undefined : match[of].short)
  const values: Readonly<Record<string, string | undefined>> = {
    队: nameOf(side),
    对手: nameOf(side && otherSide(side)),
    球员: player === '' ? undefined : player,
    主: match.home.short,
    客: match.away.short,
    领先: nameOf(leader),
    落后: nameOf(leader && otherSide(leader)),
    比分: `${score.home}:${score.away}`,
  }
  return (line) => {
    let isComplete = true
    const text = line.replaceAll(/\{([^}]+)\}/gu, (_, key: string) => {
      const value = values[key]
      if (value === undefined) isComplete = false
      return value ?? ''
    })
    return isComplete ? text : null
  }
}

const nobody: About = { side: null, player: '' }

const reactionsTo = ({ match }: MatchView, kind: string): Reactions | null => {
  const all: Readonly<Record<string, Reactions>> =
    match.competition.sport === 'football' ? footballReactions : basketballReactions
  return all[kind] ?? null
}

/** Chooses a line about a moment: by its supporters, by those of the other side, or by nobody's. */
function reaction(view: MatchView, moment: Moment, random: SeededRandom): string {
  const { kind, side, turn } = moment
  if (side === null) {
    const lines: Readonly<Record<string, readonly string[]>> = periodLines
    return pickOf(lines[kind] ?? [], random)
  }
  const support = side === 'home' ? homeSupport(view.match) : 1 - homeSupport(view.match)
  const share = random.next()
  const who = share < support * 0.75 ? 'own' : share < 0.78 ? 'other' : 'neutral'
  const turned = turn !== null && random.next() < 0.34
  return pickOf((turned ? turnLines[turn] : reactionsTo(view, kind))?.[who] ?? [], random)
}

/** The least lead that is wide. */
const wideLead = { football: 2, basketball: 14 } as const

/** Chooses a line that fits the score and the time, or one about the play. */
function ambient({ match }: MatchView, state: MatchState, random: SeededRandom): string {
  const { sport } = match.competition
  if (state.phase === 'before') return pickOf(ambientLines.before, random)
  if (state.phase === 'over') return pickOf(ambientLines.after, random)
  if (state.phase === 'break') return pickOf(sport === 'football' ? periodLines.half : periodLines.break, random)
  const share = random.next()
  if (share < 0.58) return pickOf(sport === 'football' ? footballPlayLines : basketballPlayLines, random)
  if (share < 0.66 && state.isLate) return pickOf(ambientLines.late, random)
  if (state.leader === null) return pickOf(ambientLines.level, random)
  return pickOf(state.lead >= wideLead[sport] ? ambientLines.wide : ambientLines.narrow, random)
}

interface Planned {
  atMs: number
  /** Null for one in between. */
  moment: Moment | null
}

function plannedReactions({ match, moments }: MatchView, random: SeededRandom): Planned[] {
  const interest = interestOf(match)
  return moments.flatMap((moment) => {
    const count = Math.round((reactionCounts[moment.kind] ?? 0) * interest * (0.7 + 0.6 * random.next()))
    return Array.from({ length: count }, (): Planned => {
      const delay = fastestMs - typicalMs * Math.log(1 - random.next())
      return { atMs: Math.round(moment.atMs + Math.min(slowestMs, delay)), moment }
    })
  })
}

function plannedBetween(view: MatchView, random: SeededRandom): Planned[] {
  const { match, startMs, endMs, stateAt } = view
  const planned: Planned[] = []
  for (let atMs = startMs - beforeMs; atMs < endMs + afterMs;) {
    const { phase } = stateAt(atMs)
    // More and more arrive before the start, and fewer and fewer stay after the end.
    const part =
      phase === 'before' ? (atMs - startMs + beforeMs) / beforeMs : phase === 'over' ? 1 - (atMs - endMs) / afterMs : 1
    const rate = Math.max(0.2, ambientRates[phase] * part) * interestOf(match)
    atMs += Math.round((-Math.log(1 - random.next()) * minuteMs) / rate) + 1
    if (atMs < endMs + afterMs) planned.push({ atMs, moment: null })
  }
  return planned
}

/**
 * The danmaku of a match, by wall clock, no two at the same millisecond: about what has just happened, and in between about the
 * score and the play. The same every time.
 */
export function danmakuOfMatch(view: MatchView): DemoDanmaku[] {
  const random = seededRandom(`danmaku ${view.match.id}`)
  const planned = [...plannedReactions(view, random), ...plannedBetween(view, random)]
  const distinct = distinctTexts(random)
  const danmaku: DemoDanmaku[] = []
  const written = new Map<string, number>()
  let lastMs = 0
  for (const { atMs: plannedMs, moment } of planned.toSorted((one, other) => one.atMs - other.atMs)) {
    const atMs = Math.max(plannedMs, lastMs + 1)
    const state = view.stateAt(atMs)
    // Whoever writes about a goal after the next one would be wrong about the score.
    const { score } = state
    if (moment && (moment.score.home !== score.home || moment.score.away !== score.away)) continue
    const fill = fillerOf(view.match, state, moment ?? nobody)
    let line = ''
    const choose = (): string => {
      line = fill(moment ? reaction(view, moment, random) : ambient(view, state, random)) ?? ''
      return moment === null && atMs - (written.get(line) ?? -Infinity) < repeatMs ? '' : line
    }
    const text = distinct(atMs, choose)
    if (text === null) continue
    // The text may be a variation of the line.
    written.set(line, atMs)
    danmaku.push({ atMs, text, ...styleOf(random) })
    lastMs = atMs
  }
  return danmaku
}
