import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayStartSec } from '@yunmu/contract/china-time'
import {
  cellOf,
  daysIn,
  firstRowOf,
  isTimeVisible,
  scrollLeftFor,
  measures,
  currentTimeOf,
  nearestProgramme,
  visibleRows,
  rulerMarks,
  secOf,
  spanOf,
  moveFrom,
  visibleTime,
  viewOf,
  widthOf,
  textFitOf,
  xOf,
} from './guide-rules.ts'

const days = ['2026-11-20', '2026-11-21', '2026-11-22']
const span = spanOf(days)
const { usual } = measures
const start = dayStartSec('2026-11-20')

test('[G01] a grid without days has no width', () => {
  expect(widthOf(spanOf([]), usual)).toBe(24 * 60 * 4)
  expect(visibleRows(0, { left: 0, top: 500, width: 1, height: 800 }, usual)).toEqual({ from: 0, to: 0 })
})

test('[G01] a minute is four pixels, and every pixel a time', () => {
  expect(span).toEqual({ startSec: start, endSec: start + 3 * 86_400 })
  expect([xOf(start + 1800, span, usual), widthOf(span, usual)]).toEqual([120, 3 * 24 * 60 * 4])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 * 86_400 }), (sec) => {
      expect(secOf(xOf(start + sec, span, usual), span, usual)).toBeCloseTo(start + sec, 3)
    }),
  )
})

test('[G01] only rows and hours around the visible part are requested, however many there are', () => {
  const sight = { left: 9000, top: 6800, width: 1200, height: 800 }
  const { from, to } = visibleRows(300, sight, usual)
  expect([from, to]).toEqual([92, 120])
  const time = visibleTime(sight, span, usual)
  expect((time.endSec - time.startSec) / 60).toBe((1200 + 1200) / 4)
  expect(daysIn(days, time)).toEqual(['2026-11-21'])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: -500, max: 40_000 }), (count, top) => {
      const rows = visibleRows(count, { ...sight, top }, usual)
      expect(rows.from).toBeGreaterThanOrEqual(0)
      expect(rows.to).toBeLessThanOrEqual(count)
      expect(rows.to - rows.from).toBeLessThan(35)
    }),
  )
})

test('[G01] the requested part changes once per hour and once per four rows', () => {
  const sight = { left: 9130, top: 6810, width: 1200, height: 800 }
  const view = viewOf(sight, 300, span, usual)
  expect(viewOf({ ...sight, left: 9340, top: 6830 }, 300, span, usual)).toEqual(view)
  expect(viewOf({ ...sight, left: 9370 }, 300, span, usual)).not.toEqual(view)
  expect(firstRowOf(sight, 300, usual)).toBe(101)
  expect(firstRowOf({ ...sight, top: 99_999 }, 300, usual)).toBe(300)
})

test('[G01] the guide opens at the current time, and knows whether that is visible', () => {
  const sight = { left: 0, top: 0, width: 1000, height: 800 }
  expect(currentTimeOf(sight, span, usual)).toBe(start + (450 / 4) * 60)
  const seen = [start, start + 250 * 60, start + 251 * 60].map((sec) => isTimeVisible(sec, sight, span, usual))
  expect(seen).toEqual([true, true, false])
})

test('[G01] a programme that begins before the grid is clipped at its edge, and a short one shows no text', () => {
  expect(cellOf({ start: start - 3600, end: start + 3600 }, span, usual)).toEqual({ left: 0, width: 237 })
  expect(cellOf({ start, end: start + 600 }, span, usual)).toEqual({ left: 0, width: 37 })
  expect(textFitOf({ name: '新闻', sub: '' }, 37)).toBe('none')
})

test('[G01] text is clipped where it may not fit, and only there', () => {
  expect(textFitOf({ name: '新闻', sub: '' }, 70)).toBe('cut off')
  expect(textFitOf({ name: '十个字的节目名字真长', sub: '' }, 160)).toBe('cut off')
  expect(textFitOf({ name: '十个字的节目名字真长', sub: '' }, 180)).toBe('whole')
  expect(textFitOf({ name: '新闻', sub: '', subscribed: true }, 120)).toBe('cut off')
  expect(textFitOf({ name: '新闻', sub: '', subscribed: true }, 140)).toBe('whole')
})

test('[G01] the ruler labels half hours, except where the current time is shown', () => {
  const span4 = { startSec: start + 60, endSec: start + 7200 }
  expect(rulerMarks(span4, null).map((sec) => (sec - start) / 60)).toEqual([30, 60, 90])
  expect(rulerMarks(span4, start + 3600 + 900).map((sec) => (sec - start) / 60)).toEqual([30])
})

test('[G01] the current time is at its share of the visible part, and never outside it', () => {
  const at = { span, measure: usual, width: 1000 }
  expect(scrollLeftFor(start + 86_400, 0.45, at)).toBe(5760 - 450)
  expect([scrollLeftFor(start, 0.45, at), scrollLeftFor(span.endSec, 0.45, at)]).toEqual([
    0,
    widthOf(span, usual) - 1000,
  ])
})

test('[G01] arrow keys move in time and between channels, and T returns to now', () => {
  const programmes = [
    { start: 0, end: 100 },
    { start: 100, end: 300 },
    { start: 400, end: 500 },
  ]
  const from = (key: string, row = 1, atSec = 150) =>
    moveFrom(key, { row, atSec }, { rowCount: 3, programmes, isRowStartLoaded: false, nowSec: 9999 })
  expect(from('a')).toBeNull()
  expect(from('ArrowDown')).toEqual({ row: 2, atSec: 150 })
  expect([from('ArrowUp', 0)?.row, from('ArrowDown', 2)?.row]).toEqual([0, 2])
  expect([from('ArrowLeft')?.atSec, from('ArrowRight')?.atSec]).toEqual([99, 300])
  expect([from('PageDown')?.atSec, from('PageUp')?.atSec, from('t')?.atSec]).toEqual([7350, -7050, 9999])
  expect(nearestProgramme(programmes, 300)).toEqual({ start: 100, end: 300 })
  expect(nearestProgramme(programmes, 399)).toEqual({ start: 400, end: 500 })
  expect(nearestProgramme([], 5)).toBeUndefined()
})

test("[G01] a channel's name is its row header: Home and left of the first programme move there, right returns", () => {
  const programmes = [
    { start: 100, end: 300 },
    { start: 300, end: 500 },
  ]
  const around = { rowCount: 3, programmes, isRowStartLoaded: true, nowSec: 9999 }
  const name = { row: 1, atSec: 150, isName: true }
  expect(moveFrom('ArrowLeft', { row: 1, atSec: 350 }, around)).toEqual({ row: 1, atSec: 299 })
  expect(moveFrom('ArrowLeft', { row: 1, atSec: 150 }, around)).toEqual(name)
  expect(moveFrom('ArrowLeft', { row: 1, atSec: 150 }, { ...around, isRowStartLoaded: false })).toEqual({
    row: 1,
    atSec: 99,
  })
  expect(moveFrom('ArrowLeft', { row: 1, atSec: 150 }, { ...around, programmes: [] })).toEqual(name)
  expect(moveFrom('Home', { row: 1, atSec: 350 }, around)).toEqual({ row: 1, atSec: 350, isName: true })
  expect([moveFrom('ArrowLeft', name, around), moveFrom('Home', name, around)]).toEqual([name, name])
  expect(moveFrom('ArrowDown', name, around)).toEqual({ ...name, row: 2 })
  expect(moveFrom('ArrowRight', name, around)).toEqual({ row: 1, atSec: 150 })
  expect(moveFrom('PageDown', name, around)).toEqual({ row: 1, atSec: 7350 })
})
