import { expect, test } from 'vitest'
import type { WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { continuation, progressOf } from './watch-progress.ts'

const record = (given: Partial<WatchRecord>): WatchRecord => ({
  id: 1,
  ids: 3,
  type: 'vod',
  level: 1,
  name: '',
  time: 0,
  currentTime: 250,
  duration: 1000,
  isLevel: true,
  pidId: 1,
  img: '',
  ...given,
})
const any = (): boolean => true

test('[F09] the progress of a title is that of its own episodes', () => {
  const records = [
    record({ level: 2 }),
    record({ level: 5, currentTime: 990 }),
    record({ id: 2 }),
    record({ type: 'live' }),
  ]
  expect([...progressOf(records, 1)]).toEqual([
    [2, { percent: 25, currentTime: 250, isFinished: false }],
    [5, { percent: 99, currentTime: 990, isFinished: true }],
  ])
})

test('[F04] a title that was never watched cannot be continued', () => {
  expect(continuation([record({ id: 2 })], 1, any)).toBeNull()
})

test('[F04] it continues at the last position', () => {
  expect(continuation([record({ level: 5 }), record({ level: 9 })], 1, any)).toEqual({ level: 5, currentTime: 250 })
})

test('[F04] after a finished episode the next one is offered, if it exists', () => {
  const finished = [record({ level: 5, currentTime: 1000 })]
  expect(continuation(finished, 1, any)).toEqual({ level: 6, currentTime: 0 })
  expect(continuation(finished, 1, (level) => level <= 5)).toBeNull()
})
