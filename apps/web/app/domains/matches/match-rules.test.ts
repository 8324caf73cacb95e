import { expect, test } from 'vitest'
import { aDetail, aMatch, anItem, aRunningMatch } from './match.fixture.ts'
import {
  behindOf,
  clockTextOf,
  countdownOf,
  groupsOf,
  isOpenAt,
  mayHaveChanged,
  playedParts,
  endedSec,
  rowStateOf,
  scorersOf,
  shareOf,
} from './match-rules.ts'

const { start } = aMatch()

test('[H01] a match that is not played says how long it takes, what is uncertain, or that it is cancelled', () => {
  expect(rowStateOf(aMatch(), null)).toEqual({ kind: 'upcoming', streams: 0 })
  expect(rowStateOf(aMatch(), start - 3600)).toEqual({ kind: 'upcoming', streams: 0 })
  expect(rowStateOf(aMatch(), start - 241)).toEqual({ kind: 'soon', minutes: 5 })
  expect(rowStateOf(aMatch(), start + 60)).toMatchObject({ kind: 'upcoming' })
  for (const status of ['delayed', 'postponed'] as const)
    expect(rowStateOf(aMatch({ status }), start - 60)).toEqual({ kind: status })
  for (const status of ['cancelled', 'abandoned'] as const)
    expect(rowStateOf(aMatch({ status, state: 'over' }), start)).toEqual({ kind: status })
})

test('[H01] a break is named by the sport, and by the period that ended if the match may be over', () => {
  const rest = { status: 'break', clock: null } as const
  expect(rowStateOf(aRunningMatch([1, 0], { ...rest, period: '上半场', breakLabel: '中场休息' }), start)).toEqual({
    kind: 'break',
    period: '上半场',
    label: '中场休息',
  })
  expect(rowStateOf(aRunningMatch([1, 0], rest), start)).toEqual({ kind: 'break', period: '下半场', label: '' })
})

test('[H01] a match that is over says whether extra time or a shootout decided it', () => {
  const over = aMatch({ state: 'over', status: 'over', score: [1, 1] })
  const extra = { key: 'et1', label: '加时上半场', score: [0, 0] as [number, number] }
  expect(rowStateOf(over, start)).toEqual({ kind: 'over', by: 'time' })
  expect(rowStateOf({ ...over, periods: [extra] }, start)).toEqual({ kind: 'over', by: 'extra' })
  expect(rowStateOf({ ...over, periods: [extra], shootout: [4, 3] }, start)).toEqual({ kind: 'over', by: 'shootout' })
})

test('[H01] the clock counts on by itself: minutes and stoppage time, time left, or the points of the set', () => {
  const running = aRunningMatch([0, 0], { clock: { runningSinceMs: start * 1000, atSec: 0 }, minute: 46 })
  expect(clockTextOf(running, null)).toBe('46′')
  expect(clockTextOf(running, start + 21 * 60 + 5)).toBe('67′')
  expect(clockTextOf(running, start + 46 * 60)).toBe('90+2′')
  expect(clockTextOf({ ...running, clock: { runningSinceMs: null, atSec: 60 } }, start + 900)).toBe('47′')
  const basketball = { ...running, sport: 'basketball' as const, periodKey: 'q4', minute: null }
  expect(clockTextOf(basketball, start + 198)).toBe('06:42')
  expect(clockTextOf(basketball, start + 9000)).toBe('00:00')
  const set = { key: 's3', label: '第三局', score: [18, 21] as [number, number] }
  const volleyball = aRunningMatch([1, 1], { sport: 'volleyball', periodKey: 's3', periods: [set] })
  expect(clockTextOf(volleyball, start)).toBe('18 : 21')
  expect(clockTextOf(aRunningMatch([0, 0], { sport: 'other', periodKey: 'p1' }), start)).toBe('')
})

test.each([
  ['upcoming', null, null, null],
  ['live', [2, 1], null, 'away'],
  ['over', [1, 1], null, null],
  ['over', [1, 1], 'away', 'home'],
  ['over', [96, 102], null, 'home'],
  ['over', null, null, null],
] as const)('[B13] in a match that is %s with %j and the winner %j, %j is behind', (state, score, winner, behind) => {
  expect(behindOf({ state, score: score && [...score], winner })).toBe(behind)
})

test('[H01] matches are grouped by state, and coming ones are named after the time of the day', () => {
  const nowSec = start - 6 * 3600
  const keys = (matches: Parameters<typeof groupsOf>[0]) => groupsOf(matches, nowSec).map(({ key }) => key)
  expect(keys([])).toEqual([])
  expect(keys([aMatch({ state: 'over' }), aMatch(), aMatch({ state: 'live' })])).toEqual(['live', 'tonight', 'over'])
  expect(keys([aMatch(), aMatch({ start: start - 4 * 3600 })])).toEqual(['later'])
  expect(keys([aMatch(), aMatch({ start: start + 86_400 })])).toEqual(['upcoming'])
})

test('[H01] scorers are listed with their minutes; an own goal counts for the other side', () => {
  const timeline = [
    anItem({ id: 'a', minute: 24 }),
    anItem({ id: 'b', minute: 45, added: 2 }),
    anItem({ id: 'c', minute: 58, kind: 'own-goal', side: 'away', player: '顾长川' }),
    anItem({ id: 'd', kind: 'penalty-missed', points: 0 }),
  ]
  expect(scorersOf(aMatch(), timeline, 'home')).toEqual(['许砚 24′ 45+2′', '顾长川 58′'])
  expect(scorersOf(aMatch(), timeline, 'away')).toEqual([])
  expect(scorersOf(aMatch({ sport: 'basketball' }), timeline, 'home')).toEqual([])
})

test('[H01] periods and the breaks between them are parts of the seek bar, and a match ends with its last event', () => {
  const timeline = [
    anItem({ id: '1', type: 'start', wallMs: 100_000 }),
    anItem({ id: '2', type: 'end', wallMs: 2_800_400 }),
    anItem({ id: '3', type: 'start', period: 'h2', periodLabel: '下半场', wallMs: 3_700_000 }),
  ]
  expect(playedParts([], 4000, '休息')).toEqual([])
  expect(playedParts(timeline, 4000, '休息')).toEqual([
    { name: '上半场', start: 100, end: 2801 },
    { name: '休息', start: 2801, end: 3700 },
    { name: '下半场', start: 3700, end: 4000 },
  ])
  expect(endedSec({ state: 'live' }, timeline)).toBeNull()
  expect(endedSec({ state: 'over' }, [])).toBeNull()
  const over = [...timeline, anItem({ id: '4', type: 'final', wallMs: 6_500_000 })]
  expect(endedSec({ state: 'over' }, over)).toBe(6500)
})

test('[H01] the streams of a match open ten minutes before it by the clock, and not if it is put off', () => {
  const { start } = aMatch()
  const at = (nowSec: number | null, fields: Parameters<typeof aMatch>[0] = {}) => isOpenAt(aMatch(fields), nowSec)
  expect([at(null), at(start - 601), at(start - 600), at(start + 3600)]).toEqual([false, false, true, true])
  expect([at(start, { status: 'postponed' }), at(start, { state: 'over', status: 'cancelled' })]).toEqual([
    false,
    false,
  ])
  expect([at(null, { open: true }), at(null, { state: 'live' })]).toEqual([true, true])
  expect(at(start, { state: 'over', open: true })).toBe(true)
})

test('[H01] a page that comes into the room of a match reads it again if something may have happened', () => {
  const { start } = aMatch()
  const at = (nowSec: number, match = aMatch()) => mayHaveChanged(aDetail(match), nowSec)
  expect([start - 901, start - 899, start + 60].map((nowSec) => at(nowSec))).toEqual([false, true, true])
  expect(at(0, aRunningMatch([0, 0]))).toBe(true)
  expect(at(start, aMatch({ state: 'over' }))).toBe(false)
})

test('[H01] for half an hour after the end the recording of a match with streams may become ready', () => {
  const streams = [{ id: 1, name: '国语解说', anchor: '', plate: false, recorded: false, highlighted: false }]
  const timeline = [anItem({ id: 'final', type: 'final', wallMs: 6_500_000 })]
  const at = (nowSec: number, fields: Parameters<typeof aMatch>[0] = {}) =>
    mayHaveChanged(aDetail(aMatch({ state: 'over', streams, ...fields }), timeline), nowSec)
  expect([at(6500), at(8299), at(8300)]).toEqual([true, true, false])
  expect([at(6600, { replayId: 4 }), at(6600, { streams: [] })]).toEqual([false, false])
})

test('[H01] the support of the sides is shared in percent once somebody has voted', () => {
  expect([shareOf(0, 0), shareOf(2, 1), shareOf(0, 5)]).toEqual([null, 67, 0])
})

test('[H01] the countdown has days, and ends at zero', () => {
  expect(countdownOf(start, start - 90_061)).toEqual({ days: 1, clock: '01:01:01' })
  expect(countdownOf(start, start + 5)).toEqual({ days: 0, clock: '00:00:00' })
})
