import type { Episode, Source } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isBareNumber,
  isDated,
  isSerial,
  isWithin,
  linesFor,
  neighbourOf,
  rangesOf,
  readyNear,
  sourceInUrl,
  sourceOf,
} from './episode-rules.ts'

const episode = (level: number, given: Partial<Episode> = {}): Episode => ({
  level,
  name: `第${level}集`,
  duration: 0,
  vip: false,
  intro: 0,
  outro: 0,
  img: '',
  state: 'ready',
  airAt: null,
  ...given,
})
const source = (id: number, episodes: Episode[], locked = false): Source => ({
  id,
  name: `线路${id}`,
  locked,
  episodes,
})

test('[F04] no episodes have no range, and up to 48 have one', () => {
  expect(rangesOf([])).toEqual([])
  expect(rangesOf([episode(1), episode(48)])).toEqual([{ from: 1, to: 48 }])
})

test('[F04] every episode lies in exactly one range of at most 48', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), (count) => {
      const episodes = Array.from({ length: count }, (_, at) => episode(at + 1))
      const ranges = rangesOf(episodes)
      for (const one of episodes) expect(ranges.filter((range) => isWithin(one, range))).toHaveLength(1)
      for (const { from, to } of ranges) expect(to - from).toBeLessThan(48)
    }),
  )
})

test('[F08] only sources with the episode are offered, the requested one first', () => {
  const sources = [
    source(1, [episode(1), episode(2)]),
    source(2, [episode(1)]),
    source(3, [episode(1), episode(2)]),
    source(4, [episode(2, { state: 'coming' })]),
  ]
  expect(linesFor(sources, 2, 3).map(({ id }) => id)).toEqual([3, 1])
  expect(linesFor(sources, 1, 99).map(({ id }) => id)).toEqual([1, 2, 3])
  expect(linesFor(sources, 7, 1)).toEqual([])
})

test('[F08] the requested source is shown, or the first', () => {
  const sources = [source(1, []), source(2, [])]
  expect(sourceOf(sources, 2)?.id).toBe(2)
  expect(sourceOf(sources, 9)?.id).toBe(1)
  expect(sourceOf([], 1)).toBeUndefined()
})

test('[B08] a source with a password is played only if it is named or there is no other', () => {
  const sources = [source(1, [episode(1)], true), source(2, [episode(1)]), source(3, [episode(1)])]
  const tried = (preferredId: number) => linesFor(sources, 1, preferredId).map(({ id }) => id)
  expect([tried(0), tried(1), tried(3)]).toEqual([
    [2, 3, 1],
    [1, 2, 3],
    [3, 2, 1],
  ])
  expect([sourceOf(sources, 0)?.id, sourceOf(sources, 1)?.id]).toEqual([2, 1])
  expect([0, undefined, 1, 2, 3].map((id) => sourceInUrl(sources, id))).toEqual([undefined, undefined, 1, undefined, 3])
  expect(sourceOf([source(1, [], true)], 0)?.id).toBe(1)
})

test('[F08] the next episode is the next that has aired', () => {
  const episodes = [episode(3), episode(1), episode(2, { state: 'pending' }), episode(4, { state: 'coming' })]
  expect(neighbourOf(episodes, 1, 1)?.level).toBe(2)
  expect(neighbourOf(episodes, 2, -1)?.level).toBe(1)
  expect(neighbourOf(episodes, 3, 1)).toBeUndefined()
  expect(neighbourOf(episodes, 1, -1)).toBeUndefined()
  expect(neighbourOf(episodes, 9, 1)).toBeUndefined()
})

test.each([
  ['第7集', 7, true],
  ['7', 7, true],
  ['07', 7, true],
  ['EP07', 7, true],
  ['第 7 话', 7, true],
  ['第7期', 7, true],
  ['守灯人', 7, false],
  ['第8集', 7, false],
  ['正片', 1, false],
])('[F04] whether %s of episode %d is only a number: %s', (name, level, isBare) => {
  expect(isBareNumber(name, level)).toBe(isBare)
})

test('[F04] episodes named by date show dates', () => {
  expect(isDated([episode(1, { name: '11-20 开场' }), episode(2, { name: '2026-11-27' })])).toBe(true)
  expect(isDated([episode(1, { name: '11-20' }), episode(2)])).toBe(false)
  expect(isDated([])).toBe(false)
})

test('[F04] a title with one episode is not a series, whatever bonus videos it has', () => {
  const two = [source(1, [episode(1), episode(2)])]
  expect(isSerial({ totalEpisodes: 1, sources: two })).toBe(false)
  expect(isSerial({ totalEpisodes: 0, sources: [source(1, [episode(1)])] })).toBe(false)
  expect(isSerial({ totalEpisodes: 0, sources: [source(1, [episode(3)])] })).toBe(true)
  expect(isSerial({ totalEpisodes: 0, sources: two })).toBe(true)
  expect(isSerial({ totalEpisodes: 24, sources: [] })).toBe(true)
})

test('[F08] while an episode is not ready, the last ready one before it is offered, or else the first after it', () => {
  const pending = (level: number): Episode => episode(level, { state: 'pending' })
  expect(readyNear([], 1)).toBeUndefined()
  expect(readyNear([pending(1), episode(2, { state: 'broken' }), episode(3, { state: 'coming' })], 1)).toBeUndefined()
  expect(readyNear([episode(5), pending(3), episode(1), episode(2)], 3)?.level).toBe(2)
  expect(readyNear([pending(1), episode(5), episode(4)], 1)?.level).toBe(4)
})

test('parts and days are shown by name, numbers as numbers', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }))
  expect(isDated(named('第1期上', '第1期下', '第2期'))).toBe(true)
  expect(isDated(named('20240105期', '20240112期'))).toBe(true)
  expect(isDated(named('第1集', '第2集'))).toBe(false)
  expect(isDated(named('第1集 上山'))).toBe(false)
})
