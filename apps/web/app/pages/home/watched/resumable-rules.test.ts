import type { Episode, HistoryItem } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { candidatesOf, resumableOf } from './resumable-rules.ts'

const item: HistoryItem = {
  type: 'tv',
  id: 1,
  pidId: 1,
  name: '雾港来信',
  img: '',
  still: '/third.webp',
  thumb: '',
  remarks: '',
  level: 3,
  episode: '退潮之后',
  isSerial: true,
  currentTime: 1268,
  duration: 2772,
  percent: 45.74,
  time: 1_795_000_000,
  fresh: false,
  gone: false,
}
const ended = { ...item, currentTime: 2700 }
const episode = (level: number, given: Partial<Episode> = {}): Episode => ({
  level,
  name: '',
  duration: 0,
  vip: false,
  intro: 0,
  outro: 0,
  img: '',
  state: 'ready',
  airAt: null,
  ...given,
})
const fourth = episode(4, { name: '灯', duration: 2600, img: '/fourth.webp' })
const sources = [
  { id: 1, name: '云幕一线', locked: false, episodes: [episode(3), fourth, episode(5, { state: 'coming' })] },
]

test.each([
  ['an episode in its middle', item, true],
  ['a film in its middle', { ...item, type: 'vod', isSerial: false }, true],
  ['an episode that was watched to its end', ended, true],
  ['a film that was watched to its end', { ...ended, isSerial: false }, false],
  ['an episode that was only opened', { ...item, currentTime: 4 }, false],
  ['a title that is gone', { ...item, gone: true }, false],
  ['a channel', { ...item, type: 'live' }, false],
] satisfies [string, HistoryItem, boolean][])('[F09] %s may be resumed: %o', (_, one, isCandidate) => {
  expect(candidatesOf([one])).toEqual(isCandidate ? [one] : [])
})

test('[F09] an episode in its middle is resumed itself', () => {
  expect(resumableOf(item, [])).toBe(item)
})

test('[F09] after the end of an episode the next one is offered from its start', () => {
  expect(resumableOf(ended, sources)).toMatchObject({
    level: 4,
    episode: '灯',
    duration: 2600,
    still: '/fourth.webp',
    currentTime: 0,
    percent: 0,
  })
})

test('[F09] nothing is offered after the last episode that can be opened, nor if the episodes are unknown', () => {
  expect(resumableOf({ ...ended, level: 4 }, sources)).toBeNull()
  expect(resumableOf(ended, [])).toBeNull()
})
