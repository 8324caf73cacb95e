import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchKinds, searchOrders } from '../../lib/urls.ts'
import { addressUrl, readSearchAddress } from './search-address.ts'

const read = (search: string) => readSearchAddress(new URLSearchParams(search))

test('[C01] an address without a query has an empty query', () => {
  for (const search of ['', 'q=', 'q=%20%E3%80%80', 'q=%00%E2%80%8B', 'Q=a']) expect(read(search).q).toBe('')
})

test('[C04] an invalid kind, order or page is the first', () => {
  for (const page of ['0', '-1', '1e3', 'x', '9999999', ''])
    expect(read(`q=a&kind=book&order=%E9%9A%8F%E4%BE%BF&page=${page}`)).toEqual({
      q: 'a',
      kind: 'all',
      order: '相关',
      page: 1,
    })
})

test('[C04] a search is parsed back from its address', () => {
  const address = fc.record({
    q: fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .map((text) => read(new URLSearchParams({ q: text }).toString()).q),
    kind: fc.constantFrom(...searchKinds),
    order: fc.constantFrom(...searchOrders),
    page: fc.integer({ min: 1, max: 500 }),
  })
  fc.assert(
    fc.property(address, (asked) => {
      expect(read(addressUrl(asked).split('?')[1] ?? '')).toEqual(asked)
    }),
  )
})
