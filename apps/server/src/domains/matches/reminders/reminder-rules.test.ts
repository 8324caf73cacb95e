import { expect, test } from 'vitest'
import {
  dueMoment,
  isStillDue,
  reminderTexts,
  startToRemind,
  type MadeReminder,
  type Moment,
  type RemindedMatch,
} from './reminder-rules.ts'

const kickoffSec = 1_795_261_500
const minute = 60
const aMatch = (course: Partial<RemindedMatch['course']> = {}): RemindedMatch => ({
  kickoffSec,
  course: { status: 'scheduled', state: 'upcoming', startedMs: null, ...course },
})

test.each<[string, Partial<RemindedMatch['course']>, number]>([
  ['eleven minutes before', {}, -11 * minute],
  ['more than half an hour late', {}, 31 * minute],
  ['while its start is delayed', { status: 'delayed' }, 0],
  ['after its end', { status: 'over', state: 'over' }, minute],
  ['long after it began', { status: 'live', state: 'live', startedMs: kickoffSec * 1000 }, 40 * minute],
  ['cancelled long ago', { status: 'cancelled', state: 'over' }, 7 * 3600],
])('[H02] nobody is reminded of a match %s', (_, course, afterSec) => {
  expect(dueMoment(aMatch(course), kickoffSec + afterSec)).toBe(null)
})

test.each<[Moment, string, Partial<RemindedMatch['course']>, number]>([
  ['soon', 'ten minutes before', {}, -10 * minute],
  ['soon', 'a second before', {}, -1],
  ['start', 'at its time', {}, 0],
  [
    'start',
    'when a delayed one begins',
    { status: 'live', state: 'live', startedMs: (kickoffSec + 5000) * 1000 },
    5010,
  ],
  ['start', 'when it begins early', { status: 'live', state: 'live', startedMs: (kickoffSec - 60) * 1000 }, -50],
  ['off', 'cancelled weeks before', { status: 'cancelled', state: 'over' }, -14 * 24 * 3600],
  ['off', 'postponed after its time', { status: 'postponed' }, 3600],
])('[H02] a reminder (%s) is due %s', (moment, _, course, afterSec) => {
  expect(dueMoment(aMatch(course), kickoffSec + afterSec)).toBe(moment)
})

test('[H02] a match is announced again if it moves by half an hour, not by less', () => {
  const made = [{ moment: 'soon', kickoffSec, createdSec: kickoffSec - 600, isDropped: false }] as const
  const start = (moment: Moment, movedSec: number) =>
    startToRemind(made, { moment, kickoffSec: kickoffSec + movedSec, nowSec: kickoffSec })
  expect([start('soon', 0), start('soon', 29 * minute), start('soon', -29 * minute)]).toEqual([null, null, null])
  expect([start('soon', 30 * minute), start('start', 0)]).toEqual([kickoffSec + 30 * minute, kickoffSec])
})

test('[H02] a postponed match whose next time is set later has one message', () => {
  const made = [{ moment: 'off', kickoffSec, createdSec: kickoffSec - 3600, isDropped: false }] as const
  const week = 7 * 24 * 3600
  const start = (nowSec: number) => startToRemind(made, { moment: 'off', kickoffSec: kickoffSec + week, nowSec })
  expect([start(kickoffSec), start(kickoffSec + week)]).toEqual([null, kickoffSec + week])
})

test('[H02] a dropped reminder goes on, the one for the nearest start, if no other tells the same', () => {
  const dropped = { moment: 'soon', kickoffSec, createdSec: kickoffSec - 600, isDropped: true } as const
  const earlier = { ...dropped, kickoffSec: kickoffSec - 20 * minute }
  const start = (...made: readonly MadeReminder[]) =>
    startToRemind(made, { moment: 'soon', kickoffSec: kickoffSec + 5 * minute, nowSec: kickoffSec })
  expect([start(dropped), start(earlier, dropped)]).toEqual([kickoffSec, kickoffSec])
  expect(start(dropped, { ...earlier, isDropped: false })).toBe(null)
  expect(start({ ...dropped, kickoffSec: kickoffSec - 25 * minute })).toBe(kickoffSec + 5 * minute)
})

test('[H02] a reminder is sent to its end if the match moves by less than half an hour, and stops otherwise', () => {
  const sending = { moment: 'soon', kickoffSec, createdSec: kickoffSec - 600 } as const
  const moved = (sec: number, course = {}) =>
    isStillDue(sending, { ...aMatch(course), kickoffSec: kickoffSec + sec }, kickoffSec - 9 * minute)
  expect([moved(0), moved(minute), moved(-5 * minute)]).toEqual([true, true, true])
  expect([moved(5 * minute), moved(2 * 3600), moved(-9 * minute)]).toEqual([false, false, false])
  expect(moved(0, { status: 'cancelled' })).toBe(false)
})

test('[H02] messages say who plays and when, in the time of China', () => {
  const match = { ...aMatch(), home: '江海港务', away: '北屿远航', league: '环海联赛', round: '第 12 轮' }
  expect(reminderTexts('soon', match)).toEqual({ title: '江海港务 对 北屿远航 19:45 开赛', text: '环海联赛 第 12 轮' })
  expect(reminderTexts('start', { ...match, round: '' })).toEqual({
    title: '江海港务 对 北屿远航 开始了',
    text: '环海联赛',
  })
  const off = (status: 'cancelled' | 'postponed') => reminderTexts('off', { ...match, ...aMatch({ status }) }).title
  expect(off('cancelled')).toBe('江海港务 对 北屿远航 取消了')
  expect(off('postponed')).toBe('江海港务 对 北屿远航 延期了')
})
