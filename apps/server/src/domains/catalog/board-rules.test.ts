import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boardChanges, previousOrder } from './board-rules.ts'

test('[F05] without a board of the day before no moves are shown', () => {
  expect(boardChanges([3, 1, 2], [])).toEqual([null, null, null])
})

test('[F05] climbed, fallen, unchanged and new titles are distinguished', () => {
  expect(boardChanges([3, 1, 2, 9], [1, 8, 2, 3])).toEqual([3, -1, 0, 'new'])
})

test('[F05] an unchanged board shows no moves', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), (ids) => {
      expect(boardChanges(ids, ids)).toEqual(ids.map(() => 0))
    }),
  )
})

test('[F05] the all-time order before today leaves out titles with plays of today only', () => {
  const titles = [
    { titleId: 1, plays: 90 },
    { titleId: 2, plays: 80 },
    { titleId: 3, plays: 70 },
    { titleId: 4, plays: 70 },
  ]
  const today = new Map([
    [1, 30],
    [2, 80],
  ])
  expect(previousOrder(titles, today)).toEqual([4, 3, 1])
})
