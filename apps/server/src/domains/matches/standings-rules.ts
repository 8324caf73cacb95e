import type { RankBy, Side, StandingsRow, StandingsRules } from '@yunmu/contract'

/** The result of one match. */
export interface MatchResult {
  home: number
  away: number
  /** Goals, or sets. */
  score: readonly [number, number]
  /** Points within sets; goals for other sports. */
  points: readonly [number, number]
  /** Who won, if not by the score. */
  awarded: Side | null
  startSec: number
}

interface RankedTeam {
  id: number
  name: string
}

/** A line of a table, by the id of its team. */
export interface RankedRow extends Omit<StandingsRow, 'team'> {
  teamId: number
}

interface Tally extends Omit<RankedRow, 'rank'> {
  name: string
  awayScored: number
}

type Outcome = StandingsRow['form'][number]

/** Number of results that the form of a team shows. */
const formLength = 5

const emptyTally = ({ id, name }: RankedTeam): Tally => ({
  teamId: id,
  name,
  played: 0,
  won: 0,
  drawn: 0,
  lost: 0,
  scored: 0,
  conceded: 0,
  pointsWon: 0,
  pointsLost: 0,
  points: 0,
  awayScored: 0,
  form: [],
})

function winnerOf({ awarded, score: [home, away] }: MatchResult): Side | null {
  if (awarded) return awarded
  return home === away ? null : home > away ? 'home' : 'away'
}

/** Table points of the winner and the loser. */
function pointsFor(rules: StandingsRules, { score: [home, away] }: MatchResult): { winner: number; loser: number } {
  const won = Math.max(home, away)
  const lost = Math.min(home, away)
  const special = rules.byScore.find((each) => each.won === won && each.lost === lost)
  return special ?? { winner: rules.win, loser: rules.loss }
}

const counters = { won: 'won', drawn: 'drawn', lost: 'lost' } as const

function add(tally: Tally, result: MatchResult, side: Side, rules: StandingsRules): void {
  const winner = winnerOf(result)
  const outcome: Outcome = winner === null ? 'drawn' : winner === side ? 'won' : 'lost'
  const { winner: forWinner, loser: forLoser } = pointsFor(rules, result)
  const [own, other] = side === 'home' ? [0, 1] : [1, 0]
  tally.played += 1
  tally[counters[outcome]] += 1
  tally.scored += result.score[own] ?? 0
  tally.conceded += result.score[other] ?? 0
  tally.pointsWon += result.points[own] ?? 0
  tally.pointsLost += result.points[other] ?? 0
  tally.points += { won: forWinner, drawn: rules.draw, lost: forLoser }[outcome]
  if (side === 'away') tally.awayScored += result.score[1]
  tally.form.push(outcome)
  if (tally.form.length > formLength) tally.form.shift()
}

/** Counts the results between these teams. `results` in the order of time. */
function tallies(rules: StandingsRules, teams: readonly RankedTeam[], results: readonly MatchResult[]): Tally[] {
  const byId = new Map(teams.map((team) => [team.id, emptyTally(team)]))
  for (const result of results) {
    const home = byId.get(result.home)
    const away = byId.get(result.away)
    if (!home || !away) continue
    add(home, result, 'home', rules)
    add(away, result, 'away', rules)
  }
  return [...byId.values()]
}

/** Won to lost. Nothing lost is the best ratio, nothing won the worst. */
const ratio = (won: number, lost: number): number =>
  won === 0 ? 0 : lost === 0 ? Number.POSITIVE_INFINITY : won / lost

const difference = ({ scored, conceded }: Tally): number => scored - conceded

/** What each rule compares; more is better. */
const values: Readonly<Record<Exclude<RankBy, 'name'>, (tally: Tally) => number>> = {
  points: ({ points }) => points,
  won: ({ won }) => won,
  difference,
  scored: ({ scored }) => scored,
  'away-scored': ({ awayScored }) => awayScored,
  'set-ratio': ({ scored, conceded }) => ratio(scored, conceded),
  'point-ratio': ({ pointsWon, pointsLost }) => ratio(pointsWon, pointsLost),
  'head-points': ({ points }) => points,
  'head-difference': difference,
  'head-scored': ({ scored }) => scored,
  'head-away-scored': ({ awayScored }) => awayScored,
  'head-set-ratio': ({ scored, conceded }) => ratio(scored, conceded),
  'head-point-ratio': ({ pointsWon, pointsLost }) => ratio(pointsWon, pointsLost),
}

const compareNames = (one: Tally, other: Tally): number =>
  one.name === other.name ? one.teamId - other.teamId : one.name < other.name ? -1 : 1

function compareBy(rules: readonly RankBy[]): (one: Tally, other: Tally) => number {
  return (one, other) => {
    for (const rule of rules) {
      if (rule === 'name') return compareNames(one, other)
      const [mine, theirs] = [values[rule](one), values[rule](other)]
      if (mine !== theirs) return theirs - mine
    }
    return 0
  }
}

const isHead = (rule: RankBy): boolean => rule.startsWith('head-')

/** The rules as steps: consecutive ones between equal teams are one step. */
function stepsOf(rankBy: readonly RankBy[]): RankBy[][] {
  const steps: RankBy[][] = []
  for (const rule of rankBy) {
    const step = steps.at(-1)
    const [first] = step ?? []
    if (step && first && isHead(first) && isHead(rule)) step.push(rule)
    else steps.push([rule])
  }
  return steps
}

/** Sorted runs of equal elements. */
function runsOf<Item>(items: readonly Item[], compare: (one: Item, other: Item) => number): Item[][] {
  const runs: Item[][] = []
  for (const item of items.toSorted(compare)) {
    const run = runs.at(-1)
    const [first] = run ?? []
    if (run && first !== undefined && compare(first, item) === 0) run.push(item)
    else runs.push([item])
  }
  return runs
}

/**
 * The table of a stage or group. Teams that all rules leave equal have the same rank and are listed by name.
 * @param teams all teams of the table, also those that have not played
 * @param results in any order
 */
export function standingsOf(
  rules: StandingsRules,
  teams: readonly RankedTeam[],
  results: readonly MatchResult[],
): RankedRow[] {
  const played = results.toSorted((one, other) => one.startSec - other.startSec)
  const steps = stepsOf(rules.rankBy)

  /** Groups of teams that rank equal, best first. */
  function resolve(equal: readonly Tally[], at: number): Tally[][] {
    const step = steps[at]
    const [first] = step ?? []
    if (!step || !first || equal.length < 2) return [equal.toSorted(compareNames)]
    if (!isHead(first)) return runsOf(equal, compareBy(step)).flatMap((run) => resolve(run, at + 1))
    const between = new Map(
      tallies(
        rules,
        equal.map(({ teamId, name }) => ({ id: teamId, name })),
        played,
      ).map((tally) => [tally.teamId, tally]),
    )
    const compare = compareBy(step)
    const runs = runsOf(equal, (one, other) => {
      const [mine, theirs] = [between.get(one.teamId), between.get(other.teamId)]
      return mine && theirs ? compare(mine, theirs) : 0
    })
    // Applied again to those still equal, whose matches with the others no longer count (UEFA, regulations of the EURO).
    return runs.flatMap((run) => resolve(run, runs.length > 1 ? at : at + 1))
  }

  let rank = 1
  return resolve(tallies(rules, teams, played), 0).flatMap((run) => {
    const rows = run.map(({ name: _name, awayScored: _awayScored, ...row }) => ({ ...row, rank }))
    rank += run.length
    return rows
  })
}
