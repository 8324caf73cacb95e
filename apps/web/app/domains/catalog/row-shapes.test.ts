import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowShapes } from './row-shapes.ts'

const types = fc.array(
  fc.record({ typeEn: fc.constantFrom('tv', 'dianying', 'zongyi', 'jilupian', 'dongman', 'tiyu') }),
)

test('[F01] no three consecutive rows have the same shape', () => {
  fc.assert(
    fc.property(types, (rows) => {
      const shapes = rowShapes(rows)
      expect(shapes).toHaveLength(rows.length)
      expect(shapes.filter((shape, at) => at > 1 && shape === shapes[at - 1] && shape === shapes[at - 2])).toEqual([])
    }),
  )
})

test('[F01] variety and documentary are rows of stills, series and films of posters', () => {
  const rows = ['tv', 'dianying', 'zongyi', 'dongman', 'jilupian'].map((typeEn) => ({ typeEn }))
  expect(rowShapes(rows)).toEqual(['poster', 'poster', 'still', 'poster', 'still'])
})
