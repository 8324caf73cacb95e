import { MatchEvent, type SportKey } from '@yunmu/contract'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { foldTimeline, newestVersions } from '../timeline-rules.ts'
import {
  dueMoment,
  isOfReminder,
  isStillDue,
  reminderTexts,
  startToRemind,
  toldReminders,
  type MadeReminder,
  type Moment,
  type RemindedMatch,
  type ToldReminder,
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
  const shown = (course = {}) => ({ ...aMatch().course, score: null, shootout: null, ...course })
  const match = {
    ...aMatch(),
    course: shown(),
    home: '江海港务',
    away: '北屿远航',
    league: '环海联赛',
    round: '第 12 轮',
  }
  expect(reminderTexts('soon', match)).toEqual({
    title: '江海港务 对 北屿远航 19:45 开赛',
    titleWithScore: '',
    text: '环海联赛 第 12 轮',
  })
  expect(reminderTexts('start', { ...match, round: '' })).toEqual({
    title: '江海港务 对 北屿远航 开始了',
    titleWithScore: '',
    text: '环海联赛',
  })
  const off = (status: 'cancelled' | 'postponed') => reminderTexts('off', { ...match, course: shown({ status }) }).title
  expect(off('cancelled')).toBe('江海港务 对 北屿远航 取消了')
  expect(off('postponed')).toBe('江海港务 对 北屿远航 延期了')
})

/** A football match until its 67th minute, 1:1 and a missed penalty. */
const startMs = kickoffSec * 1000
const at = (minutes: number): number => startMs + minutes * 60_000
type Given = z.input<typeof MatchEvent>
const football: Given[] = [
  { type: 'start', id: 's1', wallMs: at(0), period: 'h1' },
  { type: 'tally', id: 'g1', wallMs: at(23.5), period: 'h1', atSec: 1410, side: 'home', kind: 'goal', player: '许砚' },
  { type: 'end', id: 'e1', wallMs: at(47), period: 'h1' },
  { type: 'start', id: 's2', wallMs: at(62), period: 'h2' },
]
const ownGoal: Given = { type: 'tally', id: 'g2', wallMs: at(65), period: 'h2', side: 'home', kind: 'own-goal' }
const final: Given = { type: 'final', id: 'f', wallMs: at(110) }
const courseOf = (sport: SportKey, given: readonly Given[]) =>
  foldTimeline(
    sport,
    given.map((event) => MatchEvent.parse(event)),
  )
/** What the last events of a match lead to, told together so many minutes after the start. */
const toldBy = (sport: SportKey, given: readonly Given[], minutes: number, count = 1) => {
  const freshIds = new Set(given.slice(-count).map(({ id }) => id))
  const known = given.slice(0, -count)
  const earlier = newestVersions(known.map((event) => MatchEvent.parse(event)))
  return toldReminders(
    sport,
    { before: courseOf(sport, known), after: courseOf(sport, given), earlier, freshIds },
    at(minutes),
  )
}

test.each<[string, SportKey, Given[], number]>([
  ['a start or end of a half', 'football', football, 62],
  [
    'a penalty that is missed',
    'football',
    [...football, { type: 'tally', id: 'm', wallMs: at(65), period: 'h2', side: 'home', kind: 'penalty-missed' }],
    65,
  ],
  [
    'a kick of a shootout',
    'football',
    [...football, { type: 'tally', id: 'k', wallMs: at(130), period: 'so', side: 'home', kind: 'penalty' }],
    130,
  ],
  ['a goal that is told a quarter of an hour late', 'football', [...football, ownGoal], 80],
  ['a goal that is told after the end', 'football', [...football, final, ownGoal], 111],
  [
    'a goal that is retracted a quarter of an hour later',
    'football',
    [...football, ownGoal, { ...ownGoal, seq: 1, retracted: true }],
    80,
  ],
  ['an end that is told an hour late', 'football', [...football, final], 171],
  [
    'a basket',
    'basketball',
    [
      { type: 'start', id: 's', wallMs: at(0), period: 'q1' },
      { type: 'tally', id: 'b', wallMs: at(1), period: 'q1', side: 'home', kind: 'three' },
    ],
    1,
  ],
  [
    'a score that is corrected downwards',
    'football',
    [...football, { type: 'score', id: 't', wallMs: at(65), home: 0, away: 0 }],
    65,
  ],
])('[H02] nobody is reminded of %s', (_, sport, given, minutes) => {
  expect(toldBy(sport, given, minutes)).toEqual([])
})

test.each<[string, SportKey, Given[], number, ToldReminder]>([
  ['a goal', 'football', football.slice(0, 2), 24, { moment: 'score', eventId: 'g1' }],
  ['an own goal', 'football', [...football, ownGoal], 66, { moment: 'score', eventId: 'g2' }],
  [
    'a score that grew, of a source that tells only scores',
    'football',
    [...football, { type: 'score', id: 't', wallMs: at(65), home: 2, away: 0 }],
    65,
    { moment: 'score', eventId: `t 2:0 ${at(65)}` },
  ],
  [
    'the end of a quarter',
    'basketball',
    [
      { type: 'start', id: 's', wallMs: at(0), period: 'q1' },
      { type: 'end', id: 'e', wallMs: at(20), period: 'q1' },
    ],
    20,
    { moment: 'score', eventId: 'e' },
  ],
  [
    'a goal that is retracted',
    'football',
    [...football, ownGoal, { ...ownGoal, seq: 1, retracted: true }],
    66,
    { moment: 'score', eventId: 'retracted g2' },
  ],
  ['the end', 'football', [...football, final], 110, { moment: 'over', eventId: '' }],
])('[H02] followers who chose so are reminded of %s', (_, sport, given, minutes, expected) => {
  expect(toldBy(sport, given, minutes)).toEqual([expected])
})

const corrected: Given = { ...ownGoal, seq: 1, player: '罗既明' }
const retracted: Given = { ...ownGoal, seq: 1, retracted: true }

test('[H02] a correction leads to no reminder: that of the goal exists, unless the goal was taken back or was none', () => {
  expect(toldBy('football', [...football, ownGoal, corrected], 66)).toEqual([])
  expect(toldBy('football', [...football, final, { ...final, seq: 1 }], 111)).toEqual([])
  const reminder = [{ moment: 'score', eventId: 'g2' }]
  expect(toldBy('football', [...football, ownGoal, retracted, { ...corrected, seq: 2 }], 66)).toEqual(reminder)
  const missed: Given = { ...ownGoal, kind: 'penalty-missed' }
  expect(toldBy('football', [...football, missed, { ...corrected, kind: 'penalty' }], 66)).toEqual(reminder)
})

test('[H02] of several goals that are told together the last one in the order of play is reminded of', () => {
  const goalOf = (id: string, atSec: number): Given => ({ ...ownGoal, id, atSec, wallMs: at(atSec / 60) })
  const [ninth, tenth] = [goalOf('g9', 3000), goalOf('g10', 3060)]
  const reminder = [{ moment: 'score', eventId: 'g10' }]
  expect(toldBy('football', [...football, ninth, tenth], 55, 2)).toEqual(reminder)
  expect(toldBy('football', [...football, tenth, ninth], 55, 2)).toEqual(reminder)
  // The later one is known: it was only corrected.
  expect(toldBy('football', [...football, tenth, { ...tenth, seq: 1 }, ninth], 55, 2)).toEqual([
    { moment: 'score', eventId: 'g9' },
  ])
})

test('[H02] of a source that tells totals with one id, a score that is reached again is another goal, and one that is told again is not', () => {
  const total = (seq: number, minutes: number, home: number): Given => ({
    type: 'score',
    id: 't',
    seq,
    wallMs: at(minutes),
    home,
    away: 0,
  })
  const [first, none, again] = [total(0, 65, 1), total(1, 67, 0), total(2, 85, 1)]
  const start = football.slice(0, 1)
  const idOf = (...given: Given[]) => toldBy('football', [...start, ...given], 86)[0]?.eventId
  expect(toldBy('football', [...start, first], 65)).toEqual([{ moment: 'score', eventId: `t 1:0 ${at(65)}` }])
  expect(idOf(first, none, again)).toBe(`t 1:0 ${at(85)}`)
  expect([idOf(first, total(1, 66, 1)), idOf(first, none)]).toEqual([undefined, undefined])
  const item = courseOf('football', [...start, total(1, 66, 1)]).events.find(({ id }) => id === 't')
  if (!item) throw new Error('the score has gone')
  const isOf = (eventId: string) => isOfReminder(eventId, item)
  expect([isOf(`t 1:0 ${at(65)}`), isOf(`t 1:1 ${at(65)}`), isOf('t')]).toEqual([true, false, false])
})

test('[H02] only the second title tells the score, who scored and when', () => {
  const names = { home: '江海港务', away: '北屿远航', league: '环海联赛', round: '' }
  const titles = (moment: Moment, sport: SportKey, given: readonly Given[]) => {
    const { events, ...course } = courseOf(sport, given)
    const { title, titleWithScore } = reminderTexts(moment, { ...names, kickoffSec, course }, events.at(-1))
    return [title, titleWithScore]
  }
  const running = '江海港务 对 北屿远航 正在进行'
  expect(titles('score', 'football', football.slice(0, 2))).toEqual([running, '江海港务 1:0 北屿远航 24′ 进球 许砚'])
  expect(titles('score', 'football', [...football, ownGoal])).toEqual([running, '江海港务 1:1 北屿远航 乌龙球'])
  const quarter: Given[] = [
    { type: 'tally', id: 'b', wallMs: at(1), period: 'q1', side: 'home', kind: 'three' },
    { type: 'end', id: 'e', wallMs: at(20), period: 'q1' },
  ]
  expect(titles('score', 'basketball', quarter)).toEqual([running, '江海港务 3:0 北屿远航 第一节结束'])
  const over = '江海港务 对 北屿远航 结束了'
  expect(titles('over', 'football', [...football, final])).toEqual([over, '江海港务 1:0 北屿远航 终场'])
  const kick: Given = { type: 'tally', id: 'k', wallMs: at(105), period: 'so', side: 'away', kind: 'penalty' }
  expect(titles('over', 'football', [...football, ownGoal, kick, final])).toEqual([
    over,
    '江海港务 1:1 北屿远航（点球 0:1）终场',
  ])
})
