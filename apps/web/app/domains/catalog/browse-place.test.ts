import { expect, test } from 'vitest'
import { findPlace } from './browse-place.ts'

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

test('[F03] a name that no category has is no place', () => {
  expect(findPlace(categories, '成人')).toBeNull()
  expect(findPlace([], '电视剧')).toBeNull()
})

test('[F03] a top category and a child of one are found by name', () => {
  expect(findPlace(categories, '电影')).toEqual({ id: 2, shelf: 1, child: null })
  expect(findPlace(categories, '港台剧')).toEqual({ id: 12, shelf: 0, child: 1 })
})
