import { expect, test } from 'vitest'
import { shownSources } from './title-rules.ts'

const episode = (state: 'ready' | 'pending' | 'broken', given: { air_at?: number; has_asset?: boolean } = {}) => ({
  state,
  air_at: null,
  has_asset: false,
  ...given,
})
const source = (...episodes: ReturnType<typeof episode>[]) => ({ episodes })
const plays = source(episode('ready'))
const dead = source(episode('pending'), episode('pending'))

test.each([
  ['a source with nothing to play is left out where another one plays', [plays, dead], [plays]],
  ['it stays where nothing plays', [dead, dead], [dead, dead]],
  ['it stays where the other one airs later', [dead, source(episode('ready', { air_at: 200 }))], null],
  ['one that waits for a file of the station stays', [plays, source(episode('pending', { has_asset: true }))], null],
  ['one with a coming episode stays', [plays, source(episode('pending', { air_at: 200 }))], null],
  ['one with a broken episode stays', [plays, source(episode('broken'))], null],
])('[M02] %s', (_, given, expected) => {
  expect(shownSources(given, 100)).toEqual(expected ?? given)
})
