import { expect, test } from 'vitest'
import { findCategory } from './category-position.ts'

const lists = { areas: [], years: [], genres: [], letters: [], langs: [] }
const categories = [
  {
    ...lists,
    id: 1,
    name: '电视剧',
    typeEn: 'tv',
    children: [
      { id: 11, name: '国产剧' },
      { id: 12, name: '港台剧' },
    ],
  },
  { ...lists, id: 2, name: '电影', typeEn: 'dianying', children: [] },
]

test('[F03] an unknown category name has no position', () => {
  expect(findCategory(categories, '成人')).toBeNull()
  expect(findCategory([], '电视剧')).toBeNull()
})

test('[F03] a top category and a child of one are found by name', () => {
  expect(findCategory(categories, '电影')).toEqual({ id: 2, topIndex: 1, childIndex: null })
  expect(findCategory(categories, '港台剧')).toEqual({ id: 12, topIndex: 0, childIndex: 1 })
})
