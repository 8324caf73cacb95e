import { expect, test } from 'vitest'
import { createMarkupCache, type PageMarkup } from './markup-cache.ts'

const mark = (at: number): string => `<shared-markup id="${at}"></shared-markup>`

/** A page as React renders it: what is cached only as its mark. */
function pageOf(page: PageMarkup, key: readonly unknown[], rendered: string): string {
  const { at, isCached } = page.place(key)
  return `<body>${isCached ? mark(at) : mark(at) + rendered + mark(at)}</body>`
}

test('what pages share is rendered once for each key, and is in every page', () => {
  const cache = createMarkupCache({ maxChars: 1000 })
  const render = (key: readonly unknown[], rendered: string): string => {
    const page = cache.page()
    return page.insert(pageOf(page, key, rendered)).join('')
  }
  expect(render([1, { id: 5 }], '<ul>five</ul>')).toBe('<body><ul>five</ul></body>')
  expect(render([1, { id: 6 }], '<ul>six</ul>')).toBe('<body><ul>six</ul></body>')
  expect(render([1, { id: 5 }], 'not rendered again')).toBe('<body><ul>five</ul></body>')
  expect(render([2, { id: 5 }], '<ol>five</ol>')).toBe('<body><ol>five</ol></body>')
})

test('a place within another, and one beside an equal one, are rendered where they are', () => {
  const cache = createMarkupCache({ maxChars: 1000 })
  for (const _ of ['rendered', 'cached']) {
    const page = cache.page()
    const inner = page.place(['inner'])
    const outer = page.place(['outer'])
    const [first, second] = [page.place(['row']), page.place(['row'])]
    const own = (place: { at: number; isCached: boolean }, text: string): string =>
      place.isCached ? mark(place.at) : mark(place.at) + text + mark(place.at)
    const html = own(outer, `<div>${own(inner, '<b>in</b>')}</div>`) + own(first, '<p>') + own(second, '<p>')
    expect(page.insert(html).join('')).toBe('<div><b>in</b></div><p><p>')
  }
})

test('markup with a preloaded picture or an id of React’s is rendered in each page', () => {
  const cache = createMarkupCache({ maxChars: 1000 })
  const own = ['<img src="a.webp"/>', '<img src="a.webp" fetchPriority="high"/>', '<h2 id="_R_5_">']
  const shared = ['<img src="a.webp" loading="lazy"/>', '<img src="a.webp" fetchPriority="low"/>', '<h2 id="on-air">']
  for (const rendered of [...own, ...shared]) {
    const page = cache.page()
    page.insert(pageOf(page, [rendered], rendered))
  }
  expect(own.map((rendered) => cache.page().place([rendered]).isCached)).toEqual([false, false, false])
  expect(shared.map((rendered) => cache.page().place([rendered]).isCached)).toEqual([true, true, true])
})

test('the markup that was not used for the longest time makes room', () => {
  const cache = createMarkupCache({ maxChars: 20 })
  for (const key of ['a', 'b', 'a', 'c']) {
    const page = cache.page()
    page.insert(pageOf(page, [key], '12345678'))
  }
  const isCached = (key: string): boolean => cache.page().place([key]).isCached
  expect(['a', 'b', 'c'].map(isCached)).toEqual([true, false, true])
})
