import { type SportKey, sports, type TimelineItem } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlightOf, highlightSpans, recordingSpan, settlesAtMs } from './recording-rules.ts'

const kickoffSec = 1_795_260_000
const kickoffMs = kickoffSec * 1000
const minuteMs = 60_000
const course = { status: 'scheduled', state: 'upcoming', score: null, startedMs: null, endedMs: null } as const
const over = { status: 'over', state: 'over', score: [1, 0] as [number, number] } as const
const toldMs = kickoffMs + 130 * minuteMs

test.each([
  ['that is cancelled has none', { ...course, status: 'cancelled', state: 'over' } as const, null],
  ['that is postponed has none', { ...course, status: 'postponed' } as const, null],
  ['that nobody told anything of has none', { ...over, score: null, startedMs: null, endedMs: null }, null],
  [
    'that is to come is kept from the opening of its streams',
    course,
    { fromMs: kickoffMs - 10 * minuteMs, untilMs: null },
  ],
  [
    'that is late is kept meanwhile, and begins with its real start',
    { ...course, status: 'live', state: 'live', startedMs: kickoffMs + 40 * minuteMs } as const,
    { fromMs: kickoffMs + 39 * minuteMs, untilMs: null },
  ],
  [
    'that went into extra time and penalties ends with its last event',
    { ...over, startedMs: kickoffMs, endedMs: kickoffMs + 165 * minuteMs },
    { fromMs: kickoffMs - minuteMs, untilMs: kickoffMs + 165 * minuteMs + 90_000 },
  ],
  [
    'that was abandoned has what was played',
    { ...over, status: 'abandoned', startedMs: kickoffMs, endedMs: kickoffMs + 30 * minuteMs } as const,
    { fromMs: kickoffMs - minuteMs, untilMs: kickoffMs + 30 * minuteMs + 90_000 },
  ],
  [
    'of which only the score was told begins with its planned start and ends with the last word',
    { ...over, startedMs: null, endedMs: null },
    { fromMs: kickoffMs - minuteMs, untilMs: toldMs + 90_000 },
  ],
  [
    'whose start was told wrong has at most a day',
    { ...over, startedMs: 1000, endedMs: kickoffMs },
    { fromMs: kickoffMs + 90_000 - 24 * 60 * minuteMs, untilMs: kickoffMs + 90_000 },
  ],
])('[H01] the recording of a match %s', (_title, told, expected) => {
  expect(recordingSpan({ course: told, kickoffSec, toldMs })).toEqual(expected)
})

test('[H01] a match becomes its recording when its streams are closed', () => {
  const endedMs = kickoffMs + 100 * minuteMs
  expect(settlesAtMs({ course: { ...over, startedMs: kickoffMs, endedMs }, kickoffSec, toldMs })).toBe(
    endedMs + 10 * minuteMs,
  )
  expect(settlesAtMs({ course: { ...over, startedMs: kickoffMs, endedMs: null }, kickoffSec, toldMs })).toBe(
    toldMs + 90_000,
  )
})

const item = (given: Partial<TimelineItem>): TimelineItem => ({
  id: 'e',
  type: 'tally',
  period: 'h1',
  periodLabel: '',
  atSec: null,
  minute: null,
  added: 0,
  wallMs: 0,
  side: 'home',
  kind: 'goal',
  label: '',
  points: 1,
  player: '',
  other: '',
  text: '',
  score: [0, 0],
  ...given,
})

test('[H01] of football, highlights show goals, missed penalties and red cards, but no yellow ones', () => {
  const shown = (given: Partial<TimelineItem>): boolean => highlightOf('football', item(given)) !== undefined
  expect(['goal', 'penalty', 'own-goal', 'penalty-missed'].map((kind) => shown({ kind }))).toEqual([
    true,
    true,
    true,
    true,
  ])
  const incidents = ['red', 'second-yellow', 'yellow', 'substitution']
  expect(incidents.map((kind) => shown({ type: 'incident', kind }))).toEqual([true, true, false, false])
  expect(shown({ type: 'end', kind: '' })).toBe(false)
  expect(highlightOf('volleyball', item({ type: 'end', kind: '', period: 's1' }))).toBeDefined()
})

test('[H01] highlights of every sport name scores, incidents and periods that it has', () => {
  for (const [key, { highlights, scores, incidents }] of Object.entries(sports))
    for (const { of, kinds } of highlights) {
      const known = of === 'tally' ? scores : of === 'incident' ? incidents : null
      for (const kind of kinds)
        expect([
          key,
          kind,
          known ? known.some((each) => each.key === kind) : ['regular', 'extra'].includes(kind),
        ]).toEqual([key, kind, true])
    }
})

const anEvent = fc.record({
  at: fc.integer({ min: -100_000, max: 8_000_000 }),
  choice: fc.nat({ max: 20 }),
  type: fc.constantFrom('tally', 'incident', 'end', 'start'),
})

test('[H01] highlights are in order, apart from each other, within the recording, and show every event that they should', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(sports) as SportKey[])),
      fc.array(anEvent, { maxLength: 60 }),
      fc.integer({ min: 1000, max: 7_200_000 }),
      (sport, events, lengthMs) => {
        const { scores, incidents, periods } = sports[sport]
        const span = { fromMs: kickoffMs, untilMs: kickoffMs + lengthMs }
        const timeline = events.map(({ at, choice, type }) => {
          const kinds = type === 'tally' ? scores : incidents
          return item({
            type,
            wallMs: kickoffMs + at,
            kind: kinds[choice % kinds.length]?.key ?? '',
            period: periods[choice % periods.length]?.key ?? null,
          })
        })
        const spans = highlightSpans(sport, timeline, span)
        for (const [at, { fromMs, untilMs }] of spans.entries()) {
          expect(fromMs).toBeGreaterThanOrEqual(span.fromMs)
          expect(untilMs).toBeLessThanOrEqual(span.untilMs)
          expect(untilMs).toBeGreaterThanOrEqual(fromMs)
          const next = spans[at + 1]
          if (next) expect(next.fromMs - untilMs).toBeGreaterThanOrEqual(10_000)
        }
        const contains = (wallMs: number): boolean =>
          spans.some(({ fromMs, untilMs }) => fromMs <= wallMs && wallMs <= untilMs)
        for (const each of timeline) {
          const isWithin = each.wallMs >= span.fromMs && each.wallMs <= span.untilMs
          if (isWithin && highlightOf(sport, each)) expect(contains(each.wallMs)).toBe(true)
        }
        const isShown = timeline.some(
          (each) => each.wallMs >= span.fromMs && each.wallMs <= span.untilMs && highlightOf(sport, each),
        )
        expect(spans.length > 0).toBe(isShown)
      },
    ),
  )
})
