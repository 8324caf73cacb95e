import { expect, test } from 'vitest'
import { areSuggestionsFor, nextOption, optionBeside } from './option-rules.ts'

const line = [false, false, false]
/** One option beside the first, and one below. */
const paired = [false, true, false]

test('[C02] without options an arrow key stays in the field', () => {
  expect([nextOption([], -1, 1), nextOption([], -1, -1)]).toEqual([-1, -1])
})

test('[C02] arrow keys move down and up through all options and the field', () => {
  const walk = (beside: readonly boolean[], step: 1 | -1): number[] => {
    const places = [-1]
    for (let at = 0; at < 4; at++) places.push(nextOption(beside, places.at(-1) ?? -1, step))
    return places
  }
  expect(walk(line, 1)).toEqual([-1, 0, 1, 2, -1])
  expect(walk(line, -1)).toEqual([-1, 2, 1, 0, -1])
  expect(walk(paired, 1)).toEqual([-1, 0, 2, -1, 0])
  expect(walk(paired, -1)).toEqual([-1, 2, 0, -1, 2])
})

test('[C02] an option beside another is reached sideways, and vertical moves from it go as from that one', () => {
  expect([optionBeside(paired, 0, -1), optionBeside(paired, 2, 1), optionBeside(paired, -1, 1)]).toEqual([
    null,
    null,
    null,
  ])
  expect([optionBeside(paired, 0, 1), optionBeside(paired, 1, -1), optionBeside(paired, 1, 1)]).toEqual([1, 0, null])
  expect([nextOption(paired, 1, 1), nextOption(paired, 1, -1)]).toEqual([2, -1])
})

test('[C02] suggestions for an older text cannot be chosen', () => {
  expect([
    areSuggestionsFor('海岸', '海', false),
    areSuggestionsFor('海岸', '海岸', true),
    areSuggestionsFor('', '海', false),
  ]).toEqual([false, false, false])
  expect([areSuggestionsFor('海岸', '海岸', false), areSuggestionsFor(' 海岸 ', '海岸', false)]).toEqual([true, true])
})
