import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ListingIndex, listOrders, type ListedTitle, type ListOrderKey } from './listing-index.ts'

const title: fc.Arbitrary<ListedTitle> = fc.record({
  id: fc.integer({ min: 1, max: 300 }),
  facets: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }),
  updatedAt: fc.integer({ min: 0, max: 5 }),
  hits: fc.nat({ max: 3 }),
  score: fc.nat({ max: 100 }),
})
const changes = fc.array(
  fc.record({
    titles: fc.uniqueArray(title, { selector: ({ id }) => id, maxLength: 60 }),
    gone: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 20 }),
  }),
  { maxLength: 8 },
)
const question = fc.record({
  facets: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
  anyOf: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 })),
  noneOf: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  minKey: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
  order: fc.constantFrom(...listOrders),
  offset: fc.nat({ max: 40 }),
  limit: fc.integer({ min: 1, max: 30 }),
})

/** The same result, computed by the naive algorithm. */
function naiveSearch(
  titles: Iterable<ListedTitle>,
  facets: readonly number[],
  order: ListOrderKey,
  anyOf: readonly number[] | null = null,
  noneOf?: number,
  minKey = 0,
): number[] {
  return [...titles]
    .filter((one) => facets.every((facet) => one.facets.includes(facet)))
    .filter((one) => anyOf === null || anyOf.some((facet) => one.facets.includes(facet)))
    .filter((one) => noneOf === undefined || !one.facets.includes(noneOf))
    .filter((one) => one[order] >= minKey)
    .toSorted((a, b) => b[order] - a[order] || b.id - a.id)
    .map(({ id }) => id)
}

test('[F03] after any additions, changes and removals every page equals a naive search', () => {
  fc.assert(
    fc.property(changes, fc.array(question, { minLength: 1, maxLength: 5 }), (steps, questions) => {
      const index = new ListingIndex()
      const known = new Map<number, ListedTitle>()
      for (const { titles, gone } of steps) {
        const going = gone.filter((id) => titles.every((one) => one.id !== id))
        index.apply(titles, going)
        for (const id of going) known.delete(id)
        for (const one of titles) known.set(one.id, one)
      }
      expect(index.size).toBe(known.size)
      for (const { facets, anyOf, noneOf, minKey, order, offset, limit } of questions) {
        const all = naiveSearch(known.values(), facets, order, anyOf, noneOf, minKey)
        const answer = index.choose({ facets, anyOf, noneOf, minKey }, order, offset, limit)
        expect(answer).toEqual({ ids: all.slice(offset, offset + limit), total: all.length })
        const everyId = [...known.keys(), 999]
        const permitted = naiveSearch(known.values(), [], order, null, noneOf)
        expect(index.ordered(everyId, order, noneOf)).toEqual(permitted)
        expect(new Set(index.hitsOf(everyId, noneOf).keys())).toEqual(new Set(permitted))
      }
    }),
  )
})

test('[F03] many matches are scanned, and give the same pages as few', () => {
  const index = new ListingIndex()
  const titles = Array.from({ length: 9000 }, (_, at) => ({
    id: at + 1,
    facets: at % 3 === 0 ? [1, 2] : [1],
    updatedAt: (at * 7919) % 9000,
    hits: at % 10,
    score: at % 100,
  }))
  index.apply(titles)
  for (const order of listOrders) {
    const all = naiveSearch(titles, [1, 2], order)
    expect(index.choose({ facets: [2, 1] }, order, 2500, 50)).toEqual({ ids: all.slice(2500, 2550), total: 3000 })
  }
})

test('a title that occurs twice in one change is stored as the last one', () => {
  const index = new ListingIndex()
  const one = { id: 1, facets: [1], updatedAt: 1, hits: 1, score: 1 }
  index.apply([one, { ...one, facets: [2], hits: 9 }])
  expect(index.choose({ facets: [] }, 'hits', 0, 10)).toEqual({ ids: [1], total: 1 })
  expect(index.choose({ facets: [1] }, 'hits', 0, 10).total).toBe(0)
  expect(index.choose({ facets: [2] }, 'hits', 0, 10).ids).toEqual([1])
})
