import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../session/session.fixture.ts'
import {
  type WatchRecord,
  canResume,
  fillResumeRow,
  isFinished,
  latestOfEachTitle,
  parseWatchRecords,
  resumeMatchSec,
  resumeSec,
  watchPercent,
  watchRecordLimit,
  withRecord,
} from './watch-record-rules.ts'
import {
  deleteAllWatches,
  deleteWatch,
  onWatchRecords,
  readWatchRecords,
  saveWatch,
  syncTypeOf,
} from './watch-records.ts'

const record = (given: Partial<WatchRecord> = {}): WatchRecord => ({
  id: 1,
  ids: 3,
  type: 'vod',
  level: 1,
  name: '北屿灯塔',
  time: 1_700_000_000,
  currentTime: 100,
  duration: 1000,
  isLevel: true,
  pidId: 1,
  img: '/a.webp',
  ...given,
})

const anyRecord: fc.Arbitrary<WatchRecord> = fc
  .record({ id: fc.integer({ min: 1, max: 30 }), level: fc.integer({ min: 1, max: 20 }), time: fc.nat() })
  .map((given) => record(given))

beforeEach(() => {
  stubStorage('localStorage')
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})

test.each([
  ['no JSON', '{'],
  ['no list', '{"id":1}'],
  ['nothing', null],
  ['a list of other things', '[1,null,"x",[],{"id":"1"}]'],
  ['a record with a negative place', JSON.stringify([record({ currentTime: -1 })])],
  ['a record with an unknown type', JSON.stringify([{ ...record(), type: 'song' }])],
])('[F09] %s in storage is not a record', (_, text) => {
  expect(parseWatchRecords(text)).toEqual([])
})

test('[F09] a damaged entry does not affect others', () => {
  expect(parseWatchRecords(JSON.stringify([record(), { id: 2 }, record({ id: 3 })]))).toEqual([
    record(),
    record({ id: 3 }),
  ])
})

test('[F09] reading never throws, whatever is stored', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseWatchRecords(text).length).toBeLessThanOrEqual(watchRecordLimit)
    }),
  )
})

test('[F09] records are sorted newest first, one per episode, limited in number', () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 400 }), (watched) => {
      const kept = watched.reduce<readonly WatchRecord[]>(withRecord, [])
      const last = watched.at(-1)
      if (last) expect(kept[0]).toBe(last)
      expect(kept.length).toBeLessThanOrEqual(watchRecordLimit)
      expect(new Set(kept.map(({ id, level }) => `${id} ${level}`)).size).toBe(kept.length)
    }),
  )
})

test('[F09] the list of titles contains each once, with its last episode', () => {
  const list = latestOfEachTitle([
    record({ level: 3 }),
    record({ id: 2 }),
    record({ level: 2 }),
    record({ type: 'live' }),
  ])
  expect(list.map(({ type, id, level }) => [type, id, level])).toEqual([
    ['vod', 1, 3],
    ['vod', 2, 1],
    ['live', 1, 1],
  ])
})

test.each([
  [0, 100, 0],
  [1, 3, 33.33],
  [2, 3, 66.67],
  [100, 100, 100],
  [140, 100, 100],
  [10, 0, 0],
])('[F09] %d of %d seconds are %d per cent', (currentTime, duration, percent) => {
  expect(watchPercent({ currentTime, duration })).toBe(percent)
})

test.each([
  [9, 1000, false],
  [10, 1000, false],
  [10.1, 1000, true],
  [949, 1000, true],
  [950, 1000, false],
  [1000, 1000, false],
])('[F08] at %d of %d seconds resuming is offered: %s', (currentTime, duration, offered) => {
  expect(canResume({ currentTime, duration })).toBe(offered)
})

test('[F08] an episode resumes at its last position, another starts at the beginning', () => {
  const records = [record({ level: 2, currentTime: 71.5 }), record({ level: 3, currentTime: 990 })]
  expect(resumeSec(records, { id: 1, level: 2 })).toBe(71.5)
  expect(resumeSec(records, { id: 1, level: 3 })).toBe(0)
  expect(resumeSec(records, { id: 2, level: 2 })).toBe(0)
})

test('[F09] the recording of a match goes on where it was left last, on whatever stream; after it was only seen live, from its start', () => {
  const watched = (level: number, given: Partial<WatchRecord>) => record({ type: 'match', id: 1, level, ...given })
  const recorded = [record({ currentTime: 500 }), watched(2, { currentTime: 300 }), watched(1, { currentTime: 200 })]
  expect(resumeMatchSec(recorded, 1)).toBe(300)
  expect(resumeMatchSec([watched(1, { currentTime: 0, duration: 0 }), ...recorded], 1)).toBe(0)
  expect(resumeMatchSec([watched(1, { currentTime: 990 })], 1)).toBe(0)
  expect(resumeMatchSec(recorded, 2)).toBe(0)
})

test('[F09] 95 per cent counts as watched', () => {
  expect(isFinished({ currentTime: 94, duration: 100 })).toBe(false)
  expect(isFinished({ currentTime: 95, duration: 100 })).toBe(true)
})

test.each([
  ['vod', 1, 'tv'],
  ['vod', 6, 'tv'],
  ['vod', 2, 'vod'],
  ['live', 1, 'live'],
  ['match', 0, 'match'],
] as const)('[F09] a %s record of category %d synchronises as %s', (type, pidId, sync) => {
  expect(syncTypeOf({ type, pidId })).toBe(sync)
})

test('[F09] a stored value is read back until it is removed, and listeners are notified', () => {
  const received = vi.fn()
  const end = onWatchRecords(received)
  saveWatch(record({ id: 1 }))
  saveWatch(record({ id: 2 }))
  expect(readWatchRecords().map(({ id }) => id)).toEqual([2, 1])
  expect(readWatchRecords()).toBe(readWatchRecords())
  deleteWatch({ type: 'vod', id: 2 })
  expect(readWatchRecords().map(({ id }) => id)).toEqual([1])
  deleteAllWatches()
  expect(readWatchRecords()).toEqual([])
  expect(received).toHaveBeenCalledTimes(4)
  end()
  saveWatch(record())
  expect(received).toHaveBeenCalledTimes(4)
})

test('[F09] titles and recordings of matches fill the row of what to resume, finished ones and broadcasts do not', () => {
  const [one, two] = [record(), record({ id: 2, type: 'match' })]
  expect(fillResumeRow([one, two])).toBe(false)
  expect(fillResumeRow([one, two, record({ id: 3, type: 'live' })])).toBe(false)
  expect(fillResumeRow([one, two, record({ id: 3, currentTime: 990 })])).toBe(false)
  expect(fillResumeRow([one, two, record({ id: 3, type: 'match' })])).toBe(true)
})
