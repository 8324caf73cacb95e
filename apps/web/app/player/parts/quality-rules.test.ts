import { expect, test } from 'vitest'
import { qualitiesOf } from './quality-rules.ts'

const levels = [
  { index: 0, width: 0, height: 0 },
  { index: 1, width: 1280, height: 534 },
  { index: 2, width: 1920, height: 800 },
]

test('[F08] a wide film of a source that names nothing is called what its badge says, 1080P, not 800P', () => {
  expect(qualitiesOf(levels, []).map(({ index, name }) => [index, name])).toEqual([
    [2, '1080P'],
    [1, '720P'],
  ])
  expect(qualitiesOf([{ index: 0, width: 1080, height: 1920 }], []).map(({ name }) => name)).toEqual(['1080P'])
})

test('[F08] the names of the server come first', () => {
  const granted = [{ name: '1080p', height: 800, vip: true }]
  expect(qualitiesOf(levels, granted).map(({ name, vip }) => [name, vip])).toEqual([
    ['1080P', true],
    ['720P', false],
  ])
})
