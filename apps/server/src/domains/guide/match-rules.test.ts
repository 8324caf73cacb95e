import { expect, test } from 'vitest'
import { createMatcher, type GuideChannel, type SourceChannel } from './match-rules.ts'

const channels: GuideChannel[] = [
  { id: 1, name: 'CCTV-1 综合', aliases: [], guideId: '' },
  { id: 2, name: '云幕影院', aliases: ['Yunmu Cinema'], guideId: 'cinema.example' },
  { id: 3, name: '湖南衛視', aliases: [], guideId: '' },
  { id: 4, name: 'CCTV-1 高清', aliases: [], guideId: '' },
]

function matched(outside: readonly SourceChannel[], pins: ReadonlyMap<number, string> = new Map()) {
  const matcher = createMatcher(channels, pins)
  for (const channel of outside) matcher.offer(channel)
  return Object.fromEntries(channels.map(({ id }) => [id, matcher.matchOf(id)]))
}

test('[G04] an unknown channel is not matched', () => {
  expect(matched([{ id: 'x', names: ['CCTV-11', '湖北卫视'] }])).toEqual({ 1: null, 2: null, 3: null, 4: null })
  expect(createMatcher([], new Map()).channelsOf('x')).toEqual([])
})

test('[G04] channels are found by id, by name, by alias and in either script', () => {
  expect(
    matched([
      { id: '1', names: ['央视一套'] },
      { id: 'CINEMA.example', names: [] },
      { id: '湖南卫视', names: [] },
    ]),
  ).toEqual({ 1: '1', 2: 'CINEMA.example', 3: '湖南卫视', 4: '1' })
  expect(matched([{ id: 'y', names: ['yunmu cinema HD'] }])[2]).toBe('y')
})

test('[G04] an id takes precedence over a name, a name over an alias, and of equal matches the first', () => {
  expect(
    matched([
      { id: 'a', names: ['云幕影院'] },
      { id: 'cinema.example', names: ['别的'] },
    ])[2],
  ).toBe('cinema.example')
  expect(
    matched([
      { id: 'a', names: ['Yunmu Cinema'] },
      { id: 'b', names: ['云幕影院'] },
    ])[2],
  ).toBe('b')
  expect(
    matched([
      { id: 'a', names: ['CCTV1'] },
      { id: 'b', names: ['CCTV-1 综合'] },
    ])[1],
  ).toBe('a')
})

test("[G04] an operator's assignment takes precedence, and excludes any other match of that channel", () => {
  const outside = [
    { id: 'a', names: ['CCTV1'] },
    { id: 'b', names: ['别的'] },
  ]
  expect(matched(outside, new Map([[1, 'B']]))).toMatchObject({ 1: 'b', 4: 'a' })
  expect(matched(outside, new Map([[1, 'nirgends']]))).toMatchObject({ 1: null, 4: 'a' })
})
