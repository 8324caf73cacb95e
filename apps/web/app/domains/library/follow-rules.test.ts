import type { Episode } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { waitingFor } from './follow-rules.ts'

const episode = (level: number, state: Episode['state']): Episode => ({
  level,
  name: '',
  duration: 0,
  vip: false,
  intro: 0,
  outro: 0,
  img: '',
  state,
  airAt: null,
})
const sourcesOf = (...states: Episode['state'][]) => [
  { id: 1, name: '云幕一线', locked: false, episodes: states.map((state, at) => episode(at + 1, state)) },
]

test.each([
  ['a title without a source', [], '预告', 0, 'reserve'],
  ['a film that is being prepared', sourcesOf('pending'), '', 1, 'reserve'],
  ['a film', sourcesOf('ready'), '', 1, null],
  ['a series in the middle', sourcesOf('ready', 'coming'), '连载', 24, 'follow'],
  ['a series without a known length', sourcesOf('ready', 'ready'), '连载', 0, 'follow'],
  ['a series whose episodes are all there', sourcesOf('ready', 'ready'), '连载', 2, null],
  ['a series that has ended', sourcesOf('ready'), '完结', 24, null],
] as const)('[D07] of %s one can wait for: %s', (_, sources, state, totalEpisodes, expected) => {
  expect(waitingFor({ sources: [...sources], state, totalEpisodes })).toBe(expected)
})
