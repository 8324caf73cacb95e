import { expect, test } from 'vitest'
import { loadedPagesText, scrollTopOf, readLoadedPages, withNextPage, type LoadedPages } from './loaded-pages-rules.ts'

test('a stored value that is invalid is ignored', () => {
  for (const text of ['', '{', 'null', '3', '"x"', '[]', '{"a":0,"b":-1,"c":1.5,"d":"2","e":null}'])
    expect(readLoadedPages(text).size).toBe(0)
})

test('page counts are stored as text by history entry, and the oldest entries are dropped', () => {
  let loaded: LoadedPages = withNextPage(withNextPage(new Map(), 'old'), 'old')
  expect(loaded.get('old')).toBe(2)
  for (let at = 0; at < 49; at++) loaded = withNextPage(loaded, `entry ${at}`)
  expect(readLoadedPages(loadedPagesText(loaded))).toEqual(loaded)
  expect(withNextPage(loaded, 'entry 0').get('old')).toBe(2)
  expect(withNextPage(loaded, 'new').has('old')).toBe(false)
})

test('the scroll position of an entry is found by its key', () => {
  expect([scrollTopOf('{', 'a'), scrollTopOf('{"b":7}', 'a'), scrollTopOf('{"a":"7"}', 'a')]).toEqual([
    null,
    null,
    null,
  ])
  expect(scrollTopOf('{"a":812.5,"b":7}', 'a')).toBe(812.5)
})
