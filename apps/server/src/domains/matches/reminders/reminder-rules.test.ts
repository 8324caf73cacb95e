import { expect, test } from 'vitest'
import { dueMoment, isTold, reminderTexts, type Moment, type RemindedMatch } from './reminder-rules.ts'

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
  const made = [{ moment: 'soon', kickoffSec, createdSec: kickoffSec - 600 }] as const
  const told = (moment: Moment, movedSec: number) =>
    isTold(made, { moment, kickoffSec: kickoffSec + movedSec, nowSec: kickoffSec })
  expect([told('soon', 0), told('soon', 29 * minute), told('soon', -29 * minute)]).toEqual([true, true, true])
  expect([told('soon', 30 * minute), told('start', 0)]).toEqual([false, false])
})

test('[H02] a postponed match whose next time is set later has one message', () => {
  const made = [{ moment: 'off', kickoffSec, createdSec: kickoffSec - 3600 }] as const
  const week = 7 * 24 * 3600
  const told = (nowSec: number) => isTold(made, { moment: 'off', kickoffSec: kickoffSec + week, nowSec })
  expect([told(kickoffSec), told(kickoffSec + week)]).toEqual([true, false])
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
