import { expect, test } from 'vitest'
import { loserOf, matchStatusOf } from './row-rules.ts'

test.each([
  [
    { state: 'live', start: 0, minute: 67 },
    { kind: 'live', minute: 67 },
  ],
  [
    { state: 'live', start: 0, minute: null },
    { kind: 'live', minute: null },
  ],
  [{ state: 'over', start: 0, minute: null }, { kind: 'over' }],
  [{ state: 'upcoming', start: 10_000 + 3600, minute: null }, { kind: 'upcoming' }],
  [
    { state: 'upcoming', start: 10_000 + 241, minute: null },
    { kind: 'soon', minutes: 5 },
  ],
  [{ state: 'upcoming', start: 10_000 - 60, minute: null }, { kind: 'upcoming' }],
] as const)('[B13] the match %j is described as %j', (match, standing) => {
  expect(matchStatusOf(match, 10_000)).toEqual(standing)
})

test.each([
  ['live', [2, 1], null],
  ['over', null, null],
  ['over', [1, 1], null],
  ['over', [3, 0], 'away'],
  ['over', [96, 102], 'home'],
] as const)('[B13] in a match that is %s with %j, %j lost', (state, score, loser) => {
  expect(loserOf({ state, score: score && [...score] })).toBe(loser)
})
