import { expect, test } from 'vitest'
import { dayStartSec } from '@yunmu/contract/china-time'
import { dayOfMonth, dayAndClock, dayName, daysBetween } from './day-rules.ts'

const words = { today: '今天', yesterday: '昨天', dayBeforeYesterday: '前天', tomorrow: '明天' }

test('[G01] days near today have names, others a date', () => {
  const names = ['2026-03-02', '2026-03-01', '2026-02-28', '2026-02-27', '2026-03-03', '2026-03-04']
  expect(names.map((day) => dayName(day, '2026-03-02', words))).toEqual([
    '今天',
    '昨天',
    '前天',
    '02-27',
    '明天',
    '03-04',
  ])
  expect(dayAndClock(dayStartSec('2026-03-01') + 18 * 3600 + 35 * 60, '2026-03-02', words)).toBe('昨天 18:35')
})

test('[G01] day differences are correct across the end of a month', () => {
  expect(daysBetween('2026-03-01', '2026-02-27')).toBe(2)
  expect(dayOfMonth('2026-03-01')).toBe(1)
})
