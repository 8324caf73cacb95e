import { userWatchSave, type HistoryItem } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWatchRecords, type WatchRecord, withMerged, withSent } from '../../lib/watching/watch-record-rules.ts'
import { recordOfItem, syncRecordOf, unsentOf, sendModeOf } from './watch-sync-rules.ts'

const record = (over: Partial<WatchRecord> = {}): WatchRecord => ({
  id: 1,
  ids: 2,
  type: 'vod',
  level: 1,
  name: '雾港来信',
  time: 1_790_000_000,
  currentTime: 71.5,
  duration: 300,
  isLevel: true,
  pidId: 1,
  img: '/media/a.jpg',
  ...over,
})

test('[F09] records that the station has are not sent again, and the oldest are sent first', () => {
  expect(unsentOf([record({ sent: true })])).toEqual([])
  const records = [record({ time: 3 }), record({ id: 2, time: 1 }), record({ id: 3, time: 2, sent: true })]
  expect(unsentOf(records).map(({ time }) => time)).toEqual([1, 3])
})

test('[F09] a record is sent with a percentage of two decimals and a position in seconds', () => {
  expect(syncRecordOf(record())).toEqual({
    type: 'tv',
    id: 1,
    episode: 1,
    duration: 300,
    percent: 23.83,
    currentTime: 71.5,
    title: '雾港来信',
    saveTime: 1_790_000_000,
  })
})

test.each([
  [1, false, 0, 'one'],
  [1, true, 5001, 'one'],
  [1, true, 5000, 'all'],
  [2, false, 60_000, 'all'],
] as const)('[F09] %i records, urgent %s, %i ms after the last ones are sent as %s', (count, urgent, sinceMs, way) => {
  expect(sendModeOf(count, { urgent, sinceMs })).toBe(way)
})

test('[F09] a record of another device is adopted only if it is newer, with its time', () => {
  const own = [record({ time: 9 }), record({ id: 2, time: 5 })]
  expect(withMerged(own, record({ time: 9, currentTime: 1 }))).toBe(own)
  expect(withMerged(own, record({ id: 2, time: 4 }))).toBe(own)
  expect(withMerged(own, record({ id: 2, time: 7, currentTime: 1 }))[1]).toMatchObject({ id: 2, currentTime: 1 })
  expect(withMerged(own, record({ id: 3, time: 1 })).map(({ id }) => id)).toEqual([1, 2, 3])
})

test('[F09] a record that was updated while it was being sent is not marked as sent', () => {
  const sent = record()
  expect(unsentOf(withSent([sent], [sent]))).toEqual([])
  const on = record({ currentTime: 72 })
  expect(unsentOf(withSent([on], [sent]))).toEqual([on])
  expect(unsentOf(withSent([record({ level: 2 })], [sent]))).toHaveLength(1)
})

test('[F09] after sending and marking, no record is left', () => {
  const any = fc.record({
    id: fc.nat(5),
    level: fc.integer({ min: 1, max: 3 }),
    time: fc.nat(),
    currentTime: fc.float(),
  })
  fc.assert(
    fc.property(fc.array(any), (parts) => {
      const records = parts.filter(({ currentTime }) => Number.isFinite(currentTime)).map(record)
      expect(unsentOf(withSent(records, unsentOf(records)))).toEqual([])
    }),
  )
})

test('[F09] for any stored values, no record is sent that would make the station refuse the others', () => {
  const number = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.constantFrom(0, -1, 0.5, 2 ** 31, 100_001, 1_000_001, Number.MAX_VALUE),
  )
  const any = fc.record({
    id: number,
    level: number,
    time: number,
    currentTime: number,
    duration: number,
    pidId: number,
    name: fc.oneof(fc.string(), fc.constant('夜'.repeat(401))),
    type: fc.constantFrom('vod', 'live'),
  })
  const kept = fc.property(any, (parts) => {
    const stored = parseWatchRecords(JSON.stringify([{ ...record(), ...parts }]))
    for (const one of unsentOf(stored)) expect(userWatchSave.send.safeParse(syncRecordOf(one)).success).toBe(true)
  })
  fc.assert(kept, { numRuns: 2000 })
  expect(unsentOf(parseWatchRecords(JSON.stringify([record(), record({ level: 1.5 })])))).toEqual([record()])
})

test('[F09] an entry of the station’s history is stored as already sent', () => {
  const item: HistoryItem = {
    type: 'tv',
    id: 4,
    pidId: 1,
    name: '夜渡',
    img: '/p',
    still: '/s',
    thumb: '',
    remarks: '',
    level: 2,
    episode: '第2集',
    isSerial: true,
    currentTime: 30,
    duration: 60,
    percent: 50,
    time: 8,
    fresh: false,
    gone: false,
  }
  expect(recordOfItem(item)).toEqual({
    id: 4,
    ids: 0,
    type: 'vod',
    level: 2,
    name: '夜渡',
    time: 8,
    currentTime: 30,
    duration: 60,
    isLevel: true,
    pidId: 1,
    img: '/s',
    sent: true,
  })
})
