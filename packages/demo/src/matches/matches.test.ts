import { FeedLine, sports } from '@yunmu/contract'
import { chinaDayNumber } from '@yunmu/contract/china-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoCompetitions } from './competitions.ts'
import type { DemoMatch, DemoSide } from './demo-competition.ts'
import { courseLines, courseOf, fixtureLines, teamLines } from './feed-lines.ts'
import { footballPlays, scoreAt } from './football-plays.ts'
import type { MatchCourse } from './match-course.ts'
import { competitionDay, matchesAround, matchesOfDay, seasonDays } from './season.ts'
import { playersOf } from './squads.ts'

const days = fc.integer({ min: 20_000, max: 24_000 })
const someMatch = days.chain((day) => fc.constantFrom(...matchesOfDay(day)))

/** The points of both sides by the events until a moment. */
function pointsOf({ match, events }: MatchCourse, untilMs = Infinity): Record<DemoSide, number> {
  const points = { home: 0, away: 0 }
  for (const event of events) {
    if (event.type !== 'tally' || event.wallMs > untilMs) continue
    const kind = sports[match.competition.sport].scores.find(({ key }) => key === event.kind)
    if (!kind) throw new Error(`there is no ${event.kind}`)
    const side = kind.isForOther ? (event.side === 'home' ? 'away' : 'home') : event.side
    points[side] += kind.points ?? 0
  }
  return points
}

test('[H01] at any moment there are results and fixtures, and a match runs but for a few minutes', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 24 * 60 - 1 }), (day, minute) => {
      const nowMs = (day * 24 * 60 + minute) * 60_000
      const today = chinaDayNumber(nowMs / 1000)
      const courses = [-1, 0, 1].flatMap((step) => matchesOfDay(today + step)).map(courseOf)
      const isRunning = (atMs: number): boolean =>
        courses.some(({ match, endMs }) => match.kickoffSec * 1000 <= atMs && endMs > atMs)
      expect(courses.some(({ endMs }) => endMs < nowMs)).toBe(true)
      expect(courses.some(({ match }) => match.kickoffSec * 1000 > nowMs)).toBe(true)
      expect(isRunning(nowMs) || isRunning(nowMs + 12 * 60_000)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('[H01] a season is a double round robin: every pair meets once at either place', () => {
  for (const competition of demoCompetitions) {
    const first = seasonDays(competition) * 300
    const all = Array.from({ length: seasonDays(competition) }, (_, at) =>
      competitionDay(competition, first + at),
    ).flat()
    const count = competition.teams.length
    expect(all).toHaveLength(count * (count - 1))
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(new Set(all.map(({ home, away }) => `${home.slug} ${away.slug}`)).size).toBe(all.length)
    for (let round = 1; round <= (count - 1) * 2; round++) {
      const teams = all.filter((match) => match.round === round).flatMap(({ home, away }) => [home.slug, away.slug])
      expect(new Set(teams).size).toBe(count)
    }
  }
})

test('football matches follow each other without overlapping, so that one channel can show them all', () => {
  fc.assert(
    fc.property(days, (day) => {
      const all = matchesOfDay(day).filter(({ competition }) => competition.sport === 'football')
      for (const [at, match] of all.entries())
        expect(courseOf(match).endMs).toBeLessThan((all[at + 1]?.kickoffSec ?? Infinity) * 1000)
    }),
    { numRuns: 30 },
  )
})

test('teams, fixtures and the whole course of any match are valid lines, and the course is the same in every run', () => {
  for (const line of [...teamLines(), ...fixtureLines(matchesAround(Date.UTC(2026, 10, 27)))])
    expect(FeedLine.safeParse(line).error).toBeUndefined()
  fc.assert(
    fc.property(someMatch, (match) => {
      const lines = courseLines(courseOf(match), { afterMs: 0, untilMs: Infinity })
      for (const line of lines) expect(FeedLine.safeParse(line).error).toBeUndefined()
      expect(courseLines(courseOf(match), { afterMs: 0, untilMs: Infinity })).toEqual(lines)
    }),
    { numRuns: 40 },
  )
})

test('a match told in pieces is the match told at once', () => {
  fc.assert(
    fc.property(
      someMatch,
      fc.array(fc.integer({ min: -3_600_000, max: 9_000_000 }), { maxLength: 6 }),
      (match, cuts) => {
        const course = courseOf(match)
        const moments = [0, ...cuts.map((cut) => match.kickoffSec * 1000 + cut).toSorted((a, b) => a - b), course.endMs]
        const told = moments
          .slice(1)
          .flatMap((untilMs, at) => courseLines(course, { afterMs: moments[at] ?? 0, untilMs }))
        const newest = new Map(
          told.map((line) => [
            line.record === 'event' ? line.event.id : line.record === 'lineup' ? line.side : line.record,
            line,
          ]),
        )
        const whole = courseLines(course, { afterMs: 0, untilMs: course.endMs })
        expect([...newest.values()]).toHaveLength(whole.length)
        expect([...newest.values()]).toEqual(expect.arrayContaining(whole))
      },
    ),
    { numRuns: 40 },
  )
})

/** Checks that events are in the order of their periods and clocks, and name players of the right team. */
function expectLegal(course: MatchCourse): void {
  const { match, events, endMs } = course
  const names = (side: DemoSide): string[] => playersOf(match[side].slug).map(({ name }) => name)
  const open: string[] = []
  let lastMs = 0
  for (const event of events) {
    expect(event.wallMs).toBeGreaterThanOrEqual(lastMs)
    lastMs = event.wallMs
    if (event.type === 'start') open.push(event.period ?? '')
    else if (event.type === 'end') expect(open.pop()).toBe(event.period)
    else if (event.type !== 'final') expect(open).toEqual([event.period])
    if (event.type === 'tally') expect(names(event.side)).toContain(event.player)
    if (event.type === 'tally' && event.assist) {
      expect(names(event.side)).toContain(event.assist)
      expect(event.assist).not.toBe(event.player)
    }
  }
  expect(open).toEqual([])
  expect([events.at(-1)?.type, lastMs]).toEqual(['final', endMs])
}

const statistic = (course: MatchCourse, key: string, atMs = course.endMs) =>
  course.statisticsAt(atMs).find((value) => value.key === key) ?? { home: NaN, away: NaN }

test('[H01] football: events are legal, and scores, cards, line-ups and statistics agree', () => {
  const football = someMatch.filter(({ competition }) => competition.sport === 'football')
  fc.assert(
    fc.property(football, fc.double({ min: 0, max: 1, noNaN: true }), (match, share) => {
      const course = courseOf(match)
      expectLegal(course)
      const atMs = match.kickoffSec * 1000 + share * (course.endMs - match.kickoffSec * 1000)
      const { plays } = footballPlays(match)
      expect(pointsOf(course, atMs)).toEqual(scoreAt(plays, atMs))
      for (const side of ['home', 'away'] as const) {
        const other = side === 'home' ? 'away' : 'home'
        const own = plays.filter((play) => play.side === other && play.kind === 'own-goal').length
        const onTarget = statistic(course, 'on-target')[side]
        expect(statistic(course, 'saves')[other] + pointsOf(course)[side]).toBe(
          onTarget + plays.filter((play) => play.side === side && play.kind === 'own-goal').length,
        )
        expect(own).toBeLessThanOrEqual(3)
        expect(statistic(course, 'shots')[side]).toBeGreaterThanOrEqual(onTarget)
        const shown = course.events.filter(
          (event) => event.type === 'incident' && event.side === side && event.kind === 'yellow',
        )
        expect(statistic(course, 'yellows')[side]).toBeGreaterThanOrEqual(shown.length)
      }
      expect(statistic(course, 'possession').home + statistic(course, 'possession').away).toBe(100)
      expectFootballers(course)
    }),
    { numRuns: 60 },
  )
})

/** Checks that only players on the pitch act, that eleven start, and that at most five are changed, none twice. */
function expectFootballers({ lineups, events }: MatchCourse): void {
  for (const { side, players } of lineups) {
    const on = new Set(players.filter(({ starts }) => starts).map(({ name }) => name))
    expect(on.size).toBe(11)
    const entered = new Set<string | undefined>()
    for (const event of events) {
      if ((event.type !== 'tally' && event.type !== 'incident') || event.side !== side || event.kind === 'added-time')
        continue
      expect(on).toContain(event.player)
      if (event.type === 'tally') continue
      if (event.kind === 'red' || event.kind === 'second-yellow') on.delete(event.player ?? '')
      if (event.kind !== 'substitution') continue
      expect(entered).not.toContain(event.player)
      entered.add(event.other)
      on.delete(event.player ?? '')
      expect(players.map(({ name }) => name)).toContain(event.other)
      on.add(event.other ?? '')
    }
    expect(entered.size).toBeLessThanOrEqual(5)
  }
}

test('[H01] basketball: events are legal, nobody draws, and scores and statistics agree', () => {
  const basketball = someMatch.filter(({ competition }) => competition.sport === 'basketball')
  fc.assert(
    fc.property(basketball, (match) => {
      const course = courseOf(match)
      expectLegal(course)
      const points = pointsOf(course)
      expect(points.home).not.toBe(points.away)
      for (const side of ['home', 'away'] as const) {
        expect(points[side]).toBeGreaterThan(45)
        expect(points[side]).toBeLessThan(140)
        const threes = course.events.filter(
          (event) => event.type === 'tally' && event.side === side && event.kind === 'three',
        )
        expect(statistic(course, 'threes')[side]).toBe(threes.length)
      }
    }),
    { numRuns: 60 },
  )
})

test('scores over a season look like football', () => {
  const all = Array.from({ length: 76 }, (_, at) => matchesOfDay(20_748 + at))
    .flat()
    .filter(({ competition }) => competition.sport === 'football')
    .map((match: DemoMatch) => scoreAt(footballPlays(match).plays, Infinity))
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  expect(mean(all.map(({ home, away }) => home + away))).toBeGreaterThan(2.2)
  expect(mean(all.map(({ home, away }) => home + away))).toBeLessThan(3.2)
  expect(mean(all.map(({ home, away }) => home - away))).toBeGreaterThan(0.1)
  expect(mean(all.map(({ home, away }) => (home === away ? 1 : 0)))).toBeGreaterThan(0.15)
})
