import { MatchEvent, type Score, type SportKey, SportKey as Sports, sports } from '@yunmu/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { breakLabelOf } from './course-rules.ts'
import { foldTimeline } from './timeline-rules.ts'

const startMs = Date.parse('2026-11-21T19:35:00+08:00')

type Given = z.input<typeof MatchEvent>
const eventsOf = (given: readonly Given[]): MatchEvent[] => given.map((event) => MatchEvent.parse(event))

const at = (minutes: number): number => startMs + minutes * 60_000

/** A football match until its 67th minute. */
const football: Given[] = [
  { type: 'start', id: 's1', wallMs: at(0), period: 'h1' },
  { type: 'tally', id: 'g1', wallMs: at(23.5), period: 'h1', atSec: 1410, side: 'home', kind: 'goal', player: '许砚' },
  { type: 'tally', id: 'g2', wallMs: at(40.5), period: 'h1', atSec: 2430, side: 'away', kind: 'goal' },
  { type: 'incident', id: 'y1', wallMs: at(46), period: 'h1', atSec: 2750, side: 'home', kind: 'yellow' },
  { type: 'end', id: 'e1', wallMs: at(47), period: 'h1' },
  { type: 'start', id: 's2', wallMs: at(62), period: 'h2' },
  { type: 'tally', id: 'g3', wallMs: at(74.5), period: 'h2', atSec: 750, side: 'home', kind: 'penalty' },
]

test('[H01] a match without events is scheduled and has no score', () => {
  expect(foldTimeline('football', [])).toMatchObject({
    status: 'scheduled',
    state: 'upcoming',
    score: null,
    period: null,
    clock: null,
    periods: [],
    winner: null,
  })
})

test('[H01] goals, minutes, the break, the second half and the end follow from the events', () => {
  const fold = (given: readonly Given[]) => foldTimeline('football', eventsOf(given))
  const running = fold(football)
  expect(running).toMatchObject({
    status: 'live',
    state: 'live',
    period: '下半场',
    score: [2, 1],
    periods: [
      { key: 'h1', label: '上半场', score: [1, 1] },
      { key: 'h2', label: '下半场', score: [1, 0] },
    ],
    clock: { runningSinceMs: at(62), atSec: 0 },
    winner: null,
  })
  const told = running.events.map(({ label, minute, added, score }) => [label, minute, added, score])
  expect(told).toEqual([
    ['上半场', null, 0, [0, 0]],
    ['进球', 24, 0, [1, 0]],
    ['进球', 41, 0, [1, 1]],
    ['黄牌', 45, 1, [1, 1]],
    ['上半场', null, 0, [1, 1]],
    ['下半场', null, 0, [1, 1]],
    ['点球', 58, 0, [2, 1]],
  ])
  expect(fold(football.slice(0, 5))).toMatchObject({ status: 'break', period: '上半场', clock: null })
  const over = fold([...football, { type: 'final', id: 'f', wallMs: at(110) }])
  expect(over).toMatchObject({ status: 'over', state: 'over', period: null, winner: 'home', endedMs: at(110) })
})

test('[H01] a break has the word of its sport; after what may be the last period it has none', () => {
  const breakAfter = (sport: SportKey, period: string): string | null => {
    const events = [
      { type: 'start', id: 's', wallMs: at(0), period },
      { type: 'end', id: 'e', wallMs: at(40), period },
    ] satisfies Given[]
    const course = foldTimeline(sport, eventsOf(events))
    expect(course.events.at(-1)?.text).toBe(breakLabelOf(sport, course) ?? '')
    return breakLabelOf(sport, course)
  }
  expect(['h1', 'h2', 'et1', 'et2'].map((period) => breakAfter('football', period))).toEqual([
    '中场休息',
    null,
    '加时中场休息',
    null,
  ])
  expect(['q1', 'q2', 'q3', 'q4', 'ot1'].map((period) => breakAfter('basketball', period))).toEqual([
    '节间休息',
    '半场休息',
    '节间休息',
    null,
    null,
  ])
  const first = Sports.options.map((sport) => [sport, breakAfter(sport, sports[sport].periods[0]?.key ?? '')])
  expect(Object.fromEntries(first)).toMatchObject({
    volleyball: '局间休息',
    tennis: '盘间休息',
    'table-tennis': '局间休息',
    badminton: '局间休息',
    snooker: '局间休息',
    esports: '局间休息',
    other: '节间休息',
  })
  expect(breakLabelOf('football', foldTimeline('football', eventsOf(football)))).toBeNull()
})

test('[H01] a shootout decides, and is not part of the score', () => {
  const kicks = [1, 1, 0, 1, 1, 0].map((hit, index) => ({
    type: 'tally' as const,
    id: `k${index}`,
    wallMs: at(130 + index),
    period: 'so',
    side: index % 2 === 0 ? ('home' as const) : ('away' as const),
    kind: hit === 1 ? 'penalty' : 'penalty-missed',
  }))
  const course = foldTimeline(
    'football',
    eventsOf([
      ...football.slice(0, 3),
      { type: 'start', id: 'so', wallMs: at(129), period: 'so' },
      ...kicks,
      { type: 'final', id: 'f', wallMs: at(140) },
    ]),
  )
  expect(course).toMatchObject({ score: [1, 1], shootout: [2, 2], winner: null })
  expect(course.events.findLast(({ type }) => type === 'tally')?.score).toEqual([2, 2])
})

test('[H01] an own goal counts for the other side and names the side of the player', () => {
  const own: Given = { type: 'tally', id: 'o', wallMs: at(5), period: 'h1', atSec: 300, side: 'home', kind: 'own-goal' }
  const course = foldTimeline('football', eventsOf([own]))
  expect(course.score).toEqual([0, 1])
  expect(course.events[0]?.side).toBe('home')
})

test('[H01] a set counts for who leads it when it ends, and not before', () => {
  const sets: Given[] = [
    { type: 'score', id: 'a', wallMs: at(20), period: 's1', home: 25, away: 21 },
    { type: 'score', id: 'b', wallMs: at(45), period: 's2', home: 22, away: 25 },
    { type: 'score', id: 'c', wallMs: at(60), period: 's3', home: 18, away: 21 },
  ]
  expect(foldTimeline('volleyball', eventsOf(sets))).toMatchObject({
    score: [1, 1],
    period: '第三局',
    clock: null,
    status: 'live',
  })
  const ended = eventsOf([...sets, { type: 'end', id: 'd', wallMs: at(66), period: 's3' }])
  expect(foldTimeline('volleyball', ended)).toMatchObject({ score: [1, 2], status: 'break' })
  const retired = eventsOf([...sets, { type: 'final', id: 'e', wallMs: at(66), winner: 'home' }])
  expect(foldTimeline('volleyball', retired)).toMatchObject({ score: [1, 1], winner: 'home', status: 'over' })
})

test('[H01] the clock of basketball stands still while it is stopped', () => {
  const stopped: Given[] = [
    { type: 'start', id: 's', wallMs: at(0), period: 'q4' },
    { type: 'clock', id: 'c', wallMs: at(5), period: 'q4', atSec: 198, running: false },
  ]
  expect(foldTimeline('basketball', eventsOf(stopped)).clock).toEqual({ runningSinceMs: null, atSec: 198 })
  const resumed: Given = { type: 'clock', id: 'd', wallMs: at(6), period: 'q4', atSec: 198, running: true }
  expect(foldTimeline('basketball', eventsOf([...stopped, resumed])).clock).toEqual({
    runningSinceMs: at(6),
    atSec: 198,
  })
})

test('[H01] a match is delayed, postponed, suspended, resumed, abandoned or cancelled as it is told', () => {
  const told = (status: 'delayed' | 'postponed' | 'suspended' | 'live' | 'abandoned' | 'cancelled', minutes: number) =>
    ({ type: 'status', id: `${status}${minutes}`, wallMs: at(minutes), status }) satisfies Given
  const statusOf = (given: readonly Given[]) => foldTimeline('football', eventsOf(given)).status
  expect(statusOf([told('delayed', -5)])).toBe('delayed')
  expect(statusOf([told('delayed', -5), told('postponed', 20)])).toBe('postponed')
  expect(statusOf([told('delayed', -5), ...football])).toBe('live')
  const suspended = [...football, told('suspended', 80)]
  expect(foldTimeline('football', eventsOf(suspended))).toMatchObject({
    status: 'suspended',
    state: 'live',
    clock: { runningSinceMs: null, atSec: 18 * 60 },
  })
  expect(statusOf([...suspended, told('live', 90)])).toBe('live')
  expect(statusOf([...suspended, told('abandoned', 90)])).toBe('abandoned')
  expect(statusOf([told('cancelled', -300)])).toBe('cancelled')
})

test('[H01] a source that tells only the score of the match is enough', () => {
  const given: Given[] = [
    { type: 'score', id: 't', wallMs: at(100), home: 3, away: 1 },
    { type: 'final', id: 'f', wallMs: at(110) },
  ]
  expect(foldTimeline('football', eventsOf(given))).toMatchObject({ score: [3, 1], winner: 'home', status: 'over' })
})

test('[H01] a correction replaces what it corrects, and a retracted goal does not count', () => {
  const [start, goal] = football
  if (!start || goal?.type !== 'tally') throw new Error('the sample has changed')
  const fold = (given: readonly Given[]) => foldTimeline('football', eventsOf([start, ...given]))
  expect(fold([goal, { ...goal, seq: 1, side: 'away' }]).score).toEqual([0, 1])
  expect(fold([{ ...goal, seq: 1, retracted: true }, goal]).score).toEqual([0, 0])
  expect(fold([goal, { ...goal, seq: 1, retracted: true }, { ...goal, seq: 2 }]).score).toEqual([1, 0])
})

/** A score as drawn; `wrong` versions of it came before. */
interface Drawn {
  isHome: boolean
  kind: number
  wrong: number
}

const drawnPeriods = fc.array(
  fc.array(fc.record({ isHome: fc.boolean(), kind: fc.nat({ max: 9 }), wrong: fc.nat({ max: 2 }) }), { maxLength: 6 }),
  { minLength: 1, maxLength: 5 },
)

interface Feed {
  /** Every event once, correct, in the order of play. */
  ordered: Given[]
  /** Versions that were corrected later, and events that never happened. */
  noise: Given[]
  /** Score of each period, counted while drawing. */
  scores: Map<string, Score>
}

/** A whole match of the drawn scores, with what was told wrongly at first. */
function feedOf(sport: SportKey, periods: readonly (readonly Drawn[])[], isFinal: boolean): Feed {
  const { scores: kinds, incidents, periods: known } = sports[sport]
  const feed: Feed = { ordered: [], noise: [], scores: new Map() }
  let second = 0
  const wallMs = (): number => startMs + second * 1000
  for (const [index, drawn] of periods.entries()) {
    const period = known[index]?.key
    if (period === undefined) break
    const from = second
    const score: Score = [0, 0]
    feed.ordered.push({ type: 'start', id: `start-${period}`, wallMs: wallMs(), period })
    for (const [place, { isHome, kind: number, wrong }] of drawn.entries()) {
      second += 30
      const id = `${period}-${place}`
      const kind = kinds[number % kinds.length]
      const incident = incidents[number % incidents.length]
      if (!kind || !incident) break
      const common = { id, seq: wrong, wallMs: wallMs(), period, atSec: second - from }
      const side = isHome ? ('home' as const) : ('away' as const)
      const points = kind.points ?? number
      if (number % 4 === 3) {
        feed.ordered.push({ type: 'incident', ...common, side, kind: incident.key })
      } else {
        feed.ordered.push({ type: 'tally', ...common, side, kind: kind.key, points })
        score[isHome !== (kind.isForOther === true) ? 0 : 1] += points
      }
      for (let seq = 0; seq < wrong; seq++) {
        feed.noise.push({
          type: 'tally',
          ...common,
          seq,
          side: 'home',
          kind: kind.key,
          points: 7,
          retracted: seq === 1,
        })
      }
      if (wrong === 2) {
        const phantom = { type: 'tally' as const, ...common, id: `${id}-phantom`, side, kind: kind.key, points: 9 }
        feed.noise.push({ ...phantom, seq: 0 }, { ...phantom, seq: 5, retracted: true })
      }
    }
    second += 10
    feed.ordered.push({ type: 'end', id: `end-${period}`, wallMs: wallMs(), period, atSec: second - from })
    feed.scores.set(period, score)
    second += 60
  }
  if (isFinal) feed.ordered.push({ type: 'final', id: 'final', wallMs: wallMs() })
  return feed
}

/** 10,000 in total; `FEEDS_PER_SPORT=10000` takes a minute. */
const runsPerSport = Number(process.env.FEEDS_PER_SPORT ?? Math.ceil(10_000 / Sports.options.length))

describe.each(Sports.options)('%s', (sport) => {
  test(`[H01] any shuffled, repeated, corrected, retracted or cut feed of ${sport} ends in the state of the ordered one`, () => {
    fc.assert(
      fc.property(
        drawnPeriods,
        fc.boolean(),
        fc.array(fc.nat({ max: 10_000 }), { minLength: 20, maxLength: 20 }),
        (periods, isFinal, keys) => {
          const { ordered, noise, scores } = feedOf(sport, periods, isFinal)
          const told = eventsOf(ordered)
          const all = [...told, ...eventsOf(noise)]
          const keyOf = (index: number): number => ((keys[index % keys.length] ?? 0) * (index + 7)) % 9973
          const order = all.map((_, index) => index).toSorted((one, other) => keyOf(one) - keyOf(other))
          const shuffled = order.flatMap((index) => all[index] ?? [])
          const cut = (keys[0] ?? 0) % (shuffled.length + 1)
          const expected = foldTimeline(sport, told)
          // The connection breaks, and the source starts again from the beginning.
          expect(foldTimeline(sport, [...shuffled.slice(0, cut), ...shuffled])).toEqual(expected)
          expect(foldTimeline(sport, shuffled.toReversed())).toEqual(expected)
          const shootout = expected.shootout ? [['so', expected.shootout] as const] : []
          expect(new Map([...expected.periods.map(({ key, score }) => [key, score] as const), ...shootout])).toEqual(
            scores,
          )
        },
      ),
      { numRuns: runsPerSport },
    )
  })
})
