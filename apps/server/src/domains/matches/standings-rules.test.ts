import { StandingsRules } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { type MatchResult, standingsOf } from './standings-rules.ts'

const rulesOf = (given: z.input<typeof StandingsRules>): StandingsRules => StandingsRules.parse(given)

/** As FIFA ranks groups of the World Cup, up to the fair-play points. */
const fifa = rulesOf({
  win: 3,
  draw: 1,
  loss: 0,
  rankBy: ['points', 'difference', 'scored', 'head-points', 'head-difference', 'head-scored'],
})

/** As UEFA ranks groups of the EURO, up to the fair-play points. */
const uefa = rulesOf({
  win: 3,
  draw: 1,
  loss: 0,
  rankBy: ['points', 'head-points', 'head-difference', 'head-scored', 'difference', 'scored', 'won'],
})

/** As FIVB ranks pools. */
const volleyball = rulesOf({
  win: 3,
  draw: 0,
  loss: 0,
  byScore: [{ won: 3, lost: 2, winner: 2, loser: 1 }],
  rankBy: ['won', 'points', 'set-ratio', 'point-ratio', 'head-points'],
})

const teamsOf = (names: readonly string[]) => names.map((name, at) => ({ id: at + 1, name }))

/** `['甲', 2, 1, '乙']`, with the points of the sets where they matter. */
type Line = readonly [
  home: string,
  homeScore: number,
  awayScore: number,
  away: string,
  points?: readonly [number, number],
]

function tableOf(rules: StandingsRules, names: readonly string[], lines: readonly Line[]) {
  const teams = teamsOf(names)
  const idOf = (name: string): number => teams.find((team) => team.name === name)?.id ?? 0
  const results = lines.map(([home, homeScore, awayScore, away, points], at): MatchResult => ({
    home: idOf(home),
    away: idOf(away),
    score: [homeScore, awayScore],
    points: points ?? [homeScore, awayScore],
    awarded: null,
    startSec: at,
  }))
  return standingsOf(rules, teams, results).map((row) => ({ ...row, name: names[row.teamId - 1] ?? '' }))
}

test('[H01] a table by goal difference: group H of the World Cup 2018, in which two teams stayed equal', () => {
  const table = tableOf(
    fifa,
    ['波兰', '塞内加尔', '日本', '哥伦比亚'],
    [
      ['哥伦比亚', 1, 2, '日本'],
      ['波兰', 1, 2, '塞内加尔'],
      ['日本', 2, 2, '塞内加尔'],
      ['波兰', 0, 3, '哥伦比亚'],
      ['日本', 0, 1, '波兰'],
      ['塞内加尔', 0, 1, '哥伦比亚'],
    ],
  )
  expect(
    table.map((row) => [row.rank, row.name, row.won, row.drawn, row.lost, row.scored, row.conceded, row.points]),
  ).toEqual([
    [1, '哥伦比亚', 2, 0, 1, 5, 2, 6],
    [2, '塞内加尔', 1, 1, 1, 4, 4, 4],
    [2, '日本', 1, 1, 1, 4, 4, 4],
    [4, '波兰', 1, 0, 2, 2, 5, 3],
  ])
  expect(table[0]?.form).toEqual(['lost', 'won', 'won'])
})

const circle: Line[] = [
  ['甲', 2, 1, '乙'],
  ['乙', 2, 1, '丙'],
  ['丙', 1, 0, '甲'],
  ['甲', 5, 0, '丁'],
  ['乙', 1, 0, '丁'],
  ['丙', 1, 0, '丁'],
]

test('[H01] a table by the matches between equal teams, which are counted again for those still equal', () => {
  // Between the three, all have 3 points and no difference; 乙 scored 3, the others 2. 丙 then beat 甲.
  const table = tableOf(uefa, ['甲', '乙', '丙', '丁'], circle)
  expect(table.map((row) => [row.rank, row.name, row.points, row.scored, row.conceded])).toEqual([
    [1, '乙', 6, 4, 3],
    [2, '丙', 6, 3, 2],
    [3, '甲', 6, 7, 2],
    [4, '丁', 0, 0, 7],
  ])
})

test('[H01] the same results give another table by goal difference', () => {
  expect(tableOf(fifa, ['甲', '乙', '丙', '丁'], circle).map(({ rank, name }) => [rank, name])).toEqual([
    [1, '甲'],
    [2, '乙'],
    [3, '丙'],
    [4, '丁'],
  ])
})

test('[H01] a table of volleyball: matches won, then points, of which a fifth set gives two and one', () => {
  const table = tableOf(
    volleyball,
    ['甲', '乙', '丙', '丁'],
    [
      ['甲', 3, 2, '乙'],
      ['甲', 3, 2, '丙'],
      ['丁', 3, 0, '甲'],
      ['乙', 3, 0, '丙'],
      ['乙', 3, 0, '丁'],
      ['丙', 3, 0, '丁'],
    ],
  )
  expect(table.map((row) => [row.rank, row.name, row.won, row.points, row.scored, row.conceded])).toEqual([
    [1, '乙', 2, 7, 8, 3],
    [2, '甲', 2, 4, 6, 7],
    [3, '丙', 1, 4, 5, 6],
    [4, '丁', 1, 3, 3, 6],
  ])
})

test('[H01] teams of volleyball with equal sets are ranked by the ratio of their points', () => {
  // 125:135, 135:145 and 145:125.
  const table = tableOf(
    volleyball,
    ['甲', '乙', '丙'],
    [
      ['甲', 3, 0, '乙', [75, 60]],
      ['乙', 3, 0, '丙', [75, 70]],
      ['丙', 3, 0, '甲', [75, 50]],
    ],
  )
  expect(table.map(({ rank, name, pointsWon, pointsLost }) => [rank, name, pointsWon, pointsLost])).toEqual([
    [1, '丙', 145, 125],
    [2, '乙', 135, 145],
    [3, '甲', 125, 135],
  ])
})

test('[H01] a decision counts instead of the score, and a name decides where the rules say so', () => {
  const teams = teamsOf(['乙', '甲', '丙'])
  const awarded: MatchResult = { home: 1, away: 2, score: [0, 0], points: [0, 0], awarded: 'away', startSec: 1 }
  const byName = { ...fifa, rankBy: [...fifa.rankBy, 'name' as const] }
  expect(standingsOf(byName, teams, [awarded]).map(({ rank, teamId, points }) => [rank, teamId, points])).toEqual([
    [1, 2, 3],
    [2, 3, 0],
    [3, 1, 0],
  ])
})

const drawnResults = fc.array(
  fc.record({
    home: fc.integer({ min: 1, max: 5 }),
    away: fc.integer({ min: 1, max: 5 }),
    score: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })),
    points: fc.tuple(fc.nat({ max: 90 }), fc.nat({ max: 90 })),
    awarded: fc.constantFrom(null, 'home' as const, 'away' as const),
    startSec: fc.nat({ max: 1000 }),
  }),
  { maxLength: 20 },
)

test('[H01] a table contains every team once, in the order of its first rule, whatever the results are', () => {
  const teams = teamsOf(['甲', '乙', '丙', '丁', '戊'])
  fc.assert(
    fc.property(drawnResults, fc.constantFrom(fifa, uefa), (results, rules) => {
      const played = results.filter(({ home, away }) => home !== away)
      const rows = standingsOf(rules, teams, played)
      expect(rows.map(({ teamId }) => teamId).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5])
      expect(rows.map(({ points }) => points)).toEqual(rows.map(({ points }) => points).toSorted((a, b) => b - a))
      expect(rows.map(({ rank }) => rank)).toEqual(rows.map(({ rank }) => rank).toSorted((a, b) => a - b))
      expect(rows.reduce((sum, { scored, conceded }) => sum + scored - conceded, 0)).toBe(0)
    }),
  )
})
