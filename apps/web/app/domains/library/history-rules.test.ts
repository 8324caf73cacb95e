import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageOf, clockUnlessJustNow, dateText, daysOf, episodeLabel, remainingOf, newestOf } from './history-rules.ts'

const at = (year: number, month: number, day: number, hour = 12, minute = 0): number =>
  new Date(year, month - 1, day, hour, minute).getTime() / 1000
const now = at(2026, 11, 21, 20, 5)

test.each([
  [0, 'justNow'],
  [9, 'justNow'],
  [10, 'today'],
  [24 * 3600 - 1, 'today'],
  [24 * 3600, 'dayBefore'],
  [48 * 3600 - 1, 'dayBefore'],
  [48 * 3600, 'date'],
  [-60, 'justNow'],
] as const)('[F09] [L01] %i seconds ago is shown as %s', (ago, age) => {
  expect(ageOf(now - ago, now)).toBe(age)
})

test('[F09] with a date the time of day is shown, unless it is just now', () => {
  expect(clockUnlessJustNow(now - 9, now)).toBeNull()
  expect(clockUnlessJustNow(at(2026, 11, 21, 8, 5), now)).toBe('08:05')
})

test('[F09] a date contains the year only if it is another one', () => {
  expect(dateText(at(2026, 1, 2), now)).toBe('01-02')
  expect(dateText(at(2025, 12, 31), now)).toBe('2025-12-31')
})

test('[F09] days are calendar days: the last three by name, then month and day, then with the year', () => {
  const times = [at(2026, 11, 21, 0, 1), at(2026, 11, 20, 23, 59), at(2026, 11, 19), at(2026, 11, 18), at(2025, 11, 20)]
  const days = daysOf(
    times.map((time) => ({ time })),
    now,
  )
  expect(days.map(({ day, name, weekday }) => [day, name, weekday])).toEqual([
    [21, 'today', 6],
    [20, 'yesterday', 5],
    [19, 'dayBeforeYesterday', 4],
    [18, { month: 11, year: null }, 3],
    [20, { month: 11, year: 2025 }, 4],
  ])
})

test('[F09] a record with a future time counts as watched today', () => {
  expect(daysOf([{ time: at(2026, 11, 22) }], now)).toMatchObject([{ key: '2026-11-21', name: 'today' }])
})

test('[F09] grouping by days neither loses nor moves a record', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1_600_000_000, max: now })), (times) => {
      const items = times.toSorted((one, other) => other - one).map((time) => ({ time }))
      const days = daysOf(items, now)
      expect(days.flatMap((day) => day.items)).toEqual(items)
      expect(new Set(days.map(({ key }) => key)).size).toBe(days.length)
    }),
  )
})

test.each([
  [{ type: 'vod', currentTime: 95, duration: 100 }, { kind: 'finished' }],
  [
    { type: 'vod', currentTime: 0, duration: 33 * 60 },
    { kind: 'left', hours: 0, minutes: 33 },
  ],
  [
    { type: 'vod', currentTime: 3590, duration: 3600 * 2 },
    { kind: 'left', hours: 1, minutes: 1 },
  ],
  [
    { type: 'vod', currentTime: 15, duration: 23 * 60 + 16 },
    { kind: 'left', hours: 0, minutes: 23 },
  ],
  [
    { type: 'vod', currentTime: 94, duration: 100 },
    { kind: 'leftSec', seconds: 6 },
  ],
  [
    { type: 'vod', currentTime: 55.35, duration: 60 },
    { kind: 'leftSec', seconds: 5 },
  ],
  [
    { type: 'vod', currentTime: 0, duration: 60 },
    { kind: 'left', hours: 0, minutes: 1 },
  ],
  [
    { type: 'vod', currentTime: 125, duration: 0 },
    { kind: 'at', minutes: 2 },
  ],
  [
    { type: 'match', currentTime: 1500, duration: 6000 },
    { kind: 'left', hours: 1, minutes: 15 },
  ],
  [
    { type: 'match', currentTime: 0, duration: 0 },
    { kind: 'at', minutes: 0 },
  ],
  [
    { type: 'live', currentTime: 46 * 60, duration: 100 },
    { kind: 'at', minutes: 46 },
  ],
] as const)('[F09] the remaining time of %j is %j', (item, left) => {
  expect(remainingOf(item)).toEqual(left)
})

test.each([
  ['', 1, { level: null, name: '' }],
  ['第6集', 6, { level: 6, name: '' }],
  ['06', 6, { level: 6, name: '' }],
  ['旧海图', 6, { level: 6, name: '旧海图' }],
  ['11-20 江边', 3, { level: null, name: '11-20 江边' }],
  ['第7集 守灯人', 6, { level: null, name: '第7集 守灯人' }],
])('[F09] the episode %j of level %i is named %j', (episode, level, naming) => {
  expect(episodeLabel({ episode, level, isSerial: true })).toEqual(naming)
})

test("[F09] a film's bonus video has its own name and no number", () => {
  expect(episodeLabel({ episode: '正片', level: 1, isSerial: false })).toEqual({ level: null, name: '正片' })
})

test("[F09] of the station's and the browser's record of a title the newer one wins", () => {
  const item = (id: number, time: number) => ({ type: 'vod' as const, id, time })
  expect(newestOf([item(1, 5), item(2, 4)], [item(2, 9), item(1, 3), item(3, 1)])).toEqual([
    item(2, 9),
    item(1, 5),
    item(3, 1),
  ])
})
