import { expect, test } from 'vitest'
import { addressOfChoice, choiceOf, chosenChannels, readGuideAddress } from './guide-address.ts'

const read = (query: string) => readGuideAddress(new URLSearchParams(query))
const channels = [
  { id: 1, group: '云幕', types: 'tv', overseas: false },
  { id: 2, group: '海外', types: 'sg', overseas: true },
  { id: 3, group: '海外', types: 'my', overseas: true },
]

test('[G01] an invalid day is today', () => {
  for (const query of ['', 'day=x', 'day=2026-02-30', 'day=1926-01-01']) expect(read(query).day, query).toBe('0')
  expect(read('day=2026-11-21').day).toBe('2026-11-21')
})

test('[G01] an address filters the guide by group, tag, all domestic or all overseas channels', () => {
  const shown = (query: string) => chosenChannels(channels, choiceOf(read(query)), new Set()).map(({ id }) => id)
  expect([
    shown(''),
    shown('group=云幕'),
    shown('type=us'),
    shown('type=tv'),
    shown('type=sg'),
    shown('group=x'),
  ]).toEqual([[1, 2, 3], [1], [2, 3], [1], [2], []])
  expect(chosenChannels(channels, { kind: 'mine' }, new Set([3])).map(({ id }) => id)).toEqual([3])
})

test('[G01] every choice except the followed channels has an address', () => {
  for (const query of ['', 'group=云幕', 'type=us']) {
    const choice = choiceOf(read(query))
    expect(choiceOf(read(addressOfChoice(choice).split('?')[1] ?? ''))).toEqual(choice)
  }
  expect(addressOfChoice({ kind: 'mine' })).toBe('/guide')
})
