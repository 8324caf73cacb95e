import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heaviest } from './page-group.ts'

test('[I02] of more than a screen shows the heaviest stay, in their order, of equals the latest', () => {
  const said = [5, 1, 9, 5, 5].map((weight, at) => ({ weight, at }))
  expect(heaviest(said, 3).map(({ at }) => at)).toEqual([2, 3, 4])
  expect(heaviest(said, 5)).toEqual(said)
})

test('skipping in steps equals skipping at once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10)), fc.nat(40), fc.nat(10), (weights, cut, most) => {
      const said = weights.map((weight, at) => ({ weight, at }))
      const inParts = heaviest([...heaviest(said.slice(0, cut), most), ...said.slice(cut)], most)
      expect(inParts).toEqual(heaviest(said, most))
    }),
  )
})
