import { expect, test } from 'vitest'
import { visibleRows } from '../list/list-rules.ts'
import { isRecent, momentAt } from './picture-moment.ts'

const clock = {
  runs: [
    {
      startSec: 0,
      endSec: 60,
      wallMs: 1_700_000_000_000,
    },
    {
      startSec: 60,
      endSec: 120,
      wallMs: 1_700_003_600_000,
    },
  ],
  isGrowing: true,
  latencySec: 6,
  atMs: 0,
}

test('[I02] a broadcast without a picture time has no moment, and a film always has one', () => {
  expect(momentAt({ clock: null }, 12.5, true)).toBeNull()
  expect(momentAt({ clock: null }, 12.5, false)).toBe(12.5)
})

test('[I02] the moment of a broadcast is the time of day of its picture, also across gaps', () => {
  expect(momentAt({ clock }, 30, true)).toBe(1_700_000_030)
  expect(momentAt({ clock }, 61.5, true)).toBe(1_700_003_601.5)
})

test('[I02] a danmaku of a moment long past or in the future is not shown as current', () => {
  expect(isRecent(100, 161, true)).toBe(false)
  expect(isRecent(100, 99, true)).toBe(false)
  expect(isRecent(100, 106, false)).toBe(false)
  expect(isRecent(100, 140, true)).toBe(true)
  expect(isRecent(100, 104, false)).toBe(true)
})

test('[I02] of a long list only the visible rows are rendered, of a short one all', () => {
  expect(visibleRows({ topPx: 0, heightPx: 560, rowPx: 28, count: 0 })).toEqual({ from: 0, to: 0 })
  expect(visibleRows({ topPx: 0, heightPx: 560, rowPx: 28, count: 12 })).toEqual({ from: 0, to: 12 })
  expect(visibleRows({ topPx: 28_000, heightPx: 560, rowPx: 28, count: 6000 })).toEqual({ from: 990, to: 1030 })
  expect(visibleRows({ topPx: 28_000, heightPx: 560, rowPx: 28, count: 20 })).toEqual({ from: 20, to: 20 })
})
