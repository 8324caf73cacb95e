import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageNumbers, pagesOf } from './page-numbers.ts'

test('[F03] a total that was not counted completely has no last page', () => {
  expect(pagesOf(1000, 42, 1000)).toBeNull()
  expect(pagesOf(999, 42, 1000)).toBe(24)
  expect(pagesOf(0, 42, 1000)).toBe(1)
  expect(pageNumbers(3, null)).toEqual([1, 2, 3, 4, 5, 'gap'])
})

test('[F03] a pager lists the first, the last and the near pages, in order, each once', () => {
  expect(pageNumbers(1, 1)).toEqual([1])
  expect(pageNumbers(1, 9)).toEqual([1, 2, 3, 'gap', 9])
  expect(pageNumbers(5, 9)).toEqual([1, 'gap', 3, 4, 5, 6, 7, 'gap', 9])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 500 }), (page, after) => {
      const numbers = pageNumbers(page, page + after).filter((number) => number !== 'gap')
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
      expect(numbers).toContain(page)
      expect(numbers.at(0)).toBe(1)
      expect(numbers.at(-1)).toBe(page + after)
    }),
  )
})
