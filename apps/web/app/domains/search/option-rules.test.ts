import { expect, test } from 'vitest'
import { nextOption } from './option-rules.ts'

test('[C02] without options an arrow stays in the field', () => {
  expect([nextOption(0, -1, 1), nextOption(0, -1, -1)]).toEqual([-1, -1])
})

test('[C02] arrows walk down and up through all options and the field', () => {
  const walk = (step: 1 | -1): number[] => {
    const places = [-1]
    for (let at = 0; at < 4; at++) places.push(nextOption(3, places.at(-1) ?? -1, step))
    return places
  }
  expect(walk(1)).toEqual([-1, 0, 1, 2, -1])
  expect(walk(-1)).toEqual([-1, 2, 1, 0, -1])
})
