import { chinaDayNumber, dayStartSec } from '@yunmu/contract/china-time'
import { demoCompetitions } from './competitions.ts'
import type { DemoCompetition, DemoMatch, DemoTeam } from './demo-competition.ts'
import { seededRandom } from '../seeded-random.ts'

/**
 * Double round robins, one season after the other, as pure functions of the day. Rounds follow each other daily, so that
 * on every day there are results, running matches and fixtures.
 */

/** Midnight of a day number in China, Unix seconds. */
const midnightSec = (day: number): number => dayStartSec(new Date(day * 86_400_000).toISOString().slice(0, 10))

/** Rounds of a season: everybody against everybody, at home and away. */
const roundsOf = ({ teams }: DemoCompetition): number => (teams.length - 1) * 2

/** Days of a season. */
export const seasonDays = (competition: DemoCompetition): number => roundsOf(competition) * competition.roundDays.length

/** The number of the season of a day, days since 1970-01-01 in China. */
const seasonOf = (competition: DemoCompetition, day: number): number => Math.floor(day / seasonDays(competition))

/** The teams of a season in the order in which they were drawn. */
function drawnTeams({ slug, teams }: DemoCompetition, season: number): DemoTeam[] {
  const random = seededRandom(`draw ${slug} ${season}`)
  return teams
    .map((team) => ({ team, lot: random.next() }))
    .toSorted((one, other) => one.lot - other.lot)
    .map(({ team }) => team)
}

/**
 * The pairs of a round by the circle method: the first team stays, the others move on by one place. In the second half
 * of the season the other one is at home.
 */
function pairsOf(teams: readonly DemoTeam[], round: number): { home: DemoTeam; away: DemoTeam }[] {
  const half = teams.length - 1
  const turn = round % half
  const isReturn = round >= half
  const [fixed, ...others] = teams
  const circle = [fixed, ...others.map((_, at) => others[(at + turn) % half])]
  return Array.from({ length: teams.length / 2 }, (_, at) => {
    const [one, other] = [circle[at], circle[teams.length - 1 - at]]
    if (!one || !other) throw new RangeError('a round needs an even number of teams')
    const isSwapped = (at === 0 ? turn % 2 === 1 : at % 2 === 1) !== isReturn
    return isSwapped ? { home: other, away: one } : { home: one, away: other }
  })
}

/** The matches of a competition on a day, by kick-off. @param day days since 1970-01-01 in China */
export function competitionDay(competition: DemoCompetition, day: number): DemoMatch[] {
  const { roundDays, teams, slug } = competition
  const season = seasonOf(competition, day)
  const dayOfSeason = day - season * seasonDays(competition)
  const round = Math.floor(dayOfSeason / roundDays.length)
  const part = dayOfSeason % roundDays.length
  const pairs = pairsOf(drawnTeams(competition, season), round)
  const before = roundDays.slice(0, part).reduce((sum, slots) => sum + slots.length, 0)
  const slots = roundDays[part] ?? []
  // The clubs are listed from west to east of the first slot; a club plays near its own evening.
  const order = new Map(teams.map((team, at) => [team.slug, at]))
  const today = pairs
    .slice(before, before + slots.length)
    .toSorted((one, other) => (order.get(one.home.slug) ?? 0) - (order.get(other.home.slug) ?? 0))
  return today.map(({ home, away }, at) => ({
    id: `${slug}-${season}-${round + 1}-${home.slug}-${away.slug}`,
    competition,
    season,
    round: round + 1,
    home,
    away,
    kickoffSec: midnightSec(day) + (slots[at] ?? 0) * 60,
  }))
}

/** The matches of all competitions on a day, by kick-off. */
export const matchesOfDay = (day: number): DemoMatch[] =>
  demoCompetitions
    .flatMap((competition) => competitionDay(competition, day))
    .toSorted((one, other) => one.kickoffSec - other.kickoffSec)

const daysAround = 10

/**
 * The matches around a moment, by kick-off: of each competition its season, and ten days before and after today where
 * the season has just begun or nearly ended.
 */
export function matchesAround(nowMs: number): DemoMatch[] {
  const today = chinaDayNumber(nowMs / 1000)
  return demoCompetitions
    .flatMap((competition) => {
      const season = seasonOf(competition, today)
      const fromDay = Math.min(season * seasonDays(competition), today - daysAround)
      const toDay = Math.max((season + 1) * seasonDays(competition), today + daysAround)
      return Array.from({ length: toDay - fromDay }, (_, at) => competitionDay(competition, fromDay + at)).flat()
    })
    .toSorted((one, other) => one.kickoffSec - other.kickoffSec)
}
