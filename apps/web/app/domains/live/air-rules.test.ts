import { expect, test } from 'vitest'
import {
  followedFirst,
  letterOf,
  matchingChannels,
  othersOnAir,
  programmeAt,
  progressPercent,
  stateAt,
  withinSpan,
} from './air-rules.ts'

test.each([
  [0, 0],
  [100, 0],
  [150, 50],
  [200, 100],
  [900, 100],
])('[G01] at %i s a programme from 100 to 200 has progressed by %i %%', (nowSec, share) => {
  expect(progressPercent({ start: 100, end: 200 }, nowSec)).toBe(share)
})

test('[G01] a programme without duration has no progress', () => {
  expect(progressPercent({ start: 100, end: 100 }, 150)).toBe(0)
})

test('[G01] a programme on two days is listed once in a span, and programmes outside it are omitted', () => {
  const programmes = [
    { id: 3, start: 300, end: 400 },
    { id: 1, start: 0, end: 100 },
    { id: 2, start: 100, end: 300 },
    { id: 2, start: 100, end: 300 },
  ]
  expect(withinSpan(programmes, 100, 350).map(({ id }) => id)).toEqual([2, 3])
  expect(withinSpan(programmes, 400, 900)).toEqual([])
})

test('[G01] a programme that has begun is current, and one that has ended is past', () => {
  const programme = { start: 100, end: 200 }
  expect([99, 100, 199, 200].map((now) => stateAt(programme, now))).toEqual(['next', 'now', 'now', 'past'])
  expect(programmeAt([programme], 200)).toBeUndefined()
  expect(programmeAt([programme], 100)).toBe(programme)
})

test('[G01] followed channels are first, and channels are found by name and number', () => {
  const channels = [
    { id: 1, name: '云幕一套', number: 1 },
    { id: 2, name: '江海卫视', number: 21 },
    { id: 3, name: 'CCTV-1', number: 31 },
  ]
  expect(followedFirst(channels, new Set([3, 9])).map(({ id }) => id)).toEqual([3, 1, 2])
  const found = (typed: string) => matchingChannels(channels, typed).map(({ id }) => id)
  expect([found(''), found(' 卫视'), found('cctv'), found('21'), found('2'), found('没有')]).toEqual([
    [1, 2, 3],
    [2],
    [3],
    [2],
    [],
    [],
  ])
})

test('[G01] a channel without a logo shows the character that its group does not share', () => {
  expect([
    letterOf('云幕电影', '云幕'),
    letterOf('江海卫视', '卫视'),
    letterOf('云幕', '云幕'),
    letterOf('云幕一套', '云幕'),
    letterOf('云幕 8', '云幕'),
    letterOf('', '云幕'),
  ]).toEqual(['电', '江', '云', '云', '云', ''])
})

test('[G01] other channels that show something are listed, those of the same group first, then by viewers', () => {
  const now = { id: 1, name: '新闻', start: 0, end: 100, img: '' }
  const channel = (id: number, group: string, online: number, isOnAir = true) => ({
    id,
    group,
    online,
    now: isOnAir ? now : null,
  })
  const channels = [
    channel(1, '云幕', 9),
    channel(2, '地方', 50),
    channel(3, '云幕', 1),
    channel(4, '云幕', 5),
    channel(5, '云幕', 7, false),
    channel(6, '地方', 80),
  ]
  expect(othersOnAir(channels, { id: 1, group: '云幕' }, 3).map(({ id }) => id)).toEqual([4, 3, 6])
  expect(othersOnAir([], { id: 1, group: '云幕' }, 3)).toEqual([])
})
