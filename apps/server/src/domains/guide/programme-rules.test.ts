import { expect, test } from 'vitest'
import { guideDays, toProgramme } from './programme-rules.ts'
import { chinaDay, daySpan } from '@yunmu/contract/china-time'

const noon = Date.UTC(2026, 10, 21, 4) / 1000
const day = 24 * 3600

test('[G04] a guide without programmes shows today', () => {
  expect(guideDays(null, noon)).toEqual([{ day: '2026-11-21', weekday: 6 }])
})

test('[G04] the guide shows the days that have programmes, at most seven back and three ahead', () => {
  const daysOf = (firstSec: number, lastSec: number) => guideDays({ firstSec, lastSec }, noon).map((each) => each.day)
  expect(daysOf(noon - 100 * day, noon + 100 * day)).toEqual(
    Array.from({ length: 11 }, (_, at) => chinaDay(noon + (at - 7) * day)),
  )
  expect(daysOf(noon + day, noon + day + 3600)).toEqual(['2026-11-21', '2026-11-22'])
  const { toSec } = daySpan('2026-11-21')
  expect(daysOf(noon, toSec)).toEqual(['2026-11-21'])
  expect(daysOf(noon, toSec + 1)).toEqual(['2026-11-21', '2026-11-22'])
})

test('[G04] a day is from midnight to midnight in China', () => {
  const { fromSec, toSec } = daySpan('2026-11-21')
  expect([chinaDay(fromSec - 1), chinaDay(fromSec), chinaDay(toSec - 1), chinaDay(toSec)]).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-21',
    '2026-11-22',
  ])
})

test("[G04] a programme is past, current or future, and can be replayed within its channel's replay span", () => {
  const programme = { id: 1, channelId: 1, startSec: noon - 100, endSec: noon, name: '甲', sub: '', img: '' }
  const shown = (nowSec: number, sinceMs: number | null, running = true) => {
    const { state, replay } = toProgramme(programme, nowSec, sinceMs === null ? null : { sinceMs, running })
    return [state, replay]
  }
  expect(shown(noon - 101, 0)).toEqual(['next', false])
  expect(shown(noon - 100, 0)).toEqual(['now', true])
  expect(shown(noon, 0)).toEqual(['past', true])
  expect(shown(noon, (noon - 100) * 1000)).toEqual(['past', true])
  expect(shown(noon, (noon - 100) * 1000 + 1)).toEqual(['past', false])
  expect(shown(noon, null)).toEqual(['past', false])
  expect(shown(noon - 1, 0, false)).toEqual(['now', false])
  expect(shown(noon, 0, false)).toEqual(['past', true])
})
