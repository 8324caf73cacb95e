import { expect, test } from 'vitest'
import { movedIds } from './list-order-rules.ts'

test.each([
  ['forward', 3, -1, [1, 3, 2, 4]],
  ['back', 3, 1, [1, 2, 4, 3]],
  ['forward from the beginning', 1, -1, [1, 2, 3, 4]],
  ['back from the end', 4, 1, [1, 2, 3, 4]],
  ['that is missing', 9, 1, [1, 2, 3, 4]],
] as const)('[F10] a list moved %s', (_, id, by, expected) => {
  expect(movedIds([1, 2, 3, 4], id, by)).toEqual(expected)
})
