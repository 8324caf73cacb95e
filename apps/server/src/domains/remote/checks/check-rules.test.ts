import type { ForeignSegment } from '@yunmu/hls'
import { describe, expect, test } from 'vitest'
import { byRank } from '../remote-rules.ts'
import { hasRightLength, isDue, rankOf, splitCutIns } from './check-rules.ts'

const segments = (group: number, folder: string, count: number, durationMs = 6000): ForeignSegment[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'segment' as const,
    url: `${folder}/${at}.ts`,
    range: null,
    durationMs,
    group,
  }))
const film = 'https://v.example/20260101/abc/1000k'
const ad = 'https://ad.example/x'

describe('cut-in advertisements', () => {
  test.each<[string, ForeignSegment[], number]>([
    ['a film without discontinuities has none', segments(0, film, 100), 0],
    [
      'a short group of another host is one',
      [...segments(0, film, 50), ...segments(1, ad, 3), ...segments(2, film, 50)],
      3,
    ],
    [
      'so is one of another folder of the host',
      [...segments(0, film, 50), ...segments(1, 'https://v.example/ads', 3)],
      3,
    ],
    ['at the beginning too', [...segments(0, ad, 3), ...segments(1, film, 50)], 3],
    ['a discontinuity within the film is none', [...segments(0, film, 50), ...segments(1, film, 50)], 0],
    ['a long part elsewhere belongs to the film', [...segments(0, film, 60), ...segments(1, ad, 50)], 0],
    ['other places without discontinuities are no groups', segments(0, film, 50).concat(segments(0, ad, 3)), 0],
    ['nothing has none', [], 0],
  ])('[M02] %s', (_, given, expected) => {
    const { film: own, cutIns } = splitCutIns(given)
    expect([cutIns.length, own.length]).toEqual([expected, given.length - expected])
  })
})

test.each([
  [3_600_000, 3_600_000, true],
  [3_500_000, 3_600_000, true],
  [3_000_000, 3_600_000, false],
  [60_000, 3_600_000, false],
  [75_000, 60_000, true],
  [0, 3_600_000, true],
  [60_000, 0, true],
])('[M02] a film of %i ms for an episode of %i: %s', (durationMs, episodeMs, expected) => {
  expect(hasRightLength(durationMs, episodeMs)).toBe(expected)
})

test('[M02] what is dead is checked again within hours, what plays within days, what is new at once', () => {
  const at = (state: 'ok' | 'dead' | 'unknown', hours: number): boolean =>
    isDue({ state, checkedSec: 1000 }, 1000 + hours * 3600)
  expect([at('unknown', 0), at('dead', 5), at('dead', 6), at('ok', 24), at('ok', 7 * 24)]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ])
})

test('[M02] fewer than three networks have no vote', () => {
  expect([rankOf(0, 2), rankOf(2, 0), rankOf(0, 3), rankOf(3, 1)]).toEqual([0, 0, -1, 0.5])
})

test('[M02] players try what is known to play first, then what many could play, pages and dead ones last', () => {
  const plain = { state: 'ok' as const, kind: 'hls' as const, hasAds: false, rank: 0, position: 0 }
  const given = [
    { ...plain, id: 1, state: 'dead' as const },
    { ...plain, id: 2, kind: 'page' as const },
    { ...plain, id: 3, hasAds: true },
    { ...plain, id: 4, rank: -1 },
    { ...plain, id: 5, position: 2 },
    { ...plain, id: 6, state: 'unknown' as const, position: 1 },
    { ...plain, id: 7, rank: 0.9, position: 9 },
    { ...plain, id: 8, state: 'wrongLength' as const },
  ]
  expect(given.toSorted(byRank).map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 8, 1])
})
