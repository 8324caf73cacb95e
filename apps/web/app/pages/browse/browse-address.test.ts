import fc from 'fast-check'
import { expect, test } from 'vitest'
import { browseUrl } from '../../lib/urls.ts'
import { selectedFields, orders, readBrowseAddress, urlWith, type BrowseParams } from './browse-address.ts'

const names = ['type', 'areas', 'year', 'types', 'letter', 'vip', 'order'] as const

/** Route parameters as the router passes them: decoded segments. */
function routed(address: string): { params: BrowseParams; search: URLSearchParams } {
  const url = new URL(address, 'http://station.test')
  const parts = url.pathname
    .replace(/^\/nav\//, '')
    .replace(/\.html$/, '')
    .split('/')
    .map(decodeURIComponent)
  const [type = '', areas = '', year = '', types = '', letter = '', vip = '', order = ''] = parts
  expect(parts).toHaveLength(names.length)
  return { params: { type, areas, year, types, letter, vip, order }, search: url.searchParams }
}

const params = {
  type: '电影',
  areas: '全部地区',
  year: '全部年份',
  types: '全部',
  letter: '全部',
  vip: '全部',
  order: '最新',
}

test('[B15] an invalid order or page number becomes the first', () => {
  for (const page of ['0', '-1', '1e3', 'x', '9999999', '']) {
    expect(readBrowseAddress({ ...params, order: '随便' }, new URLSearchParams({ page }))).toMatchObject({
      page: 1,
      filter: { order: '最新' },
    })
  }
})

test('[B15] every filter is parsed back from its address', () => {
  const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text && !/^\.+$/.test(text))
  const filter = fc.record({
    area: word,
    year: word,
    genre: word,
    letter: word,
    vip: word,
    order: fc.constantFrom(...orders),
    tags: word,
  })
  fc.assert(
    fc.property(word, filter, fc.integer({ min: 1, max: 500 }), (type, words, page) => {
      const { params: read, search } = routed(browseUrl(type, words, page))
      expect(readBrowseAddress(read, search)).toEqual({ type, filter: words, page })
    }),
  )
})

test('[F03] choosing a value starts at the first page and keeps the other values', () => {
  const address = readBrowseAddress({ ...params, types: '悬疑' }, new URLSearchParams({ page: '7' }))
  expect(decodeURIComponent(urlWith(address, 'area', '内地'))).toBe('/nav/电影/内地/全部年份/悬疑/全部/全部/最新.html')
  expect(selectedFields(address)).toEqual(['genre'])
})
