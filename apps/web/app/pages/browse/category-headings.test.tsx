import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { CategoryHeadings } from './category-headings.tsx'

test('[A16] the links to other categories are a named landmark of their own, and the heading stays in place', () => {
  const topCategories = ['电视剧', '电影', '综艺'].map((text) => ({
    text,
    to: `/nav/${text}`,
    chosen: text === '电影',
  }))
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <CategoryHeadings topCategories={topCategories} />
    </MemoryRouter>,
  )
  const [, before = '', ways = ''] = /^<div[^>]*>(.*)<nav aria-label="分类">(.*)<\/nav><\/div>$/.exec(markup) ?? []
  expect(before).toMatch(/^<h1 [^>]*style="order:1"[^>]*>电影<\/h1>$/)
  expect(
    [...ways.matchAll(/<a [^>]*style="order:(\d)"[^>]*>([^<]+)<\/a>/g)].map(([, order, text]) => [order, text]),
  ).toEqual([
    ['0', '电视剧'],
    ['2', '综艺'],
  ])
})
