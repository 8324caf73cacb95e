import { expect, test } from 'vitest'
import { screensOf } from './ad-place-rules.ts'

const place = { name: 'list', platform: null, categories: [] }

test('[J05] a slot whose advertisements are for other categories has none', () => {
  expect(screensOf([], 'list', 1)).toBe('none')
  expect(screensOf([{ ...place, name: 'text' }], 'list', 1)).toBe('none')
  expect(screensOf([{ ...place, categories: [2, 3] }], 'list', 1)).toBe('none')
  expect(screensOf([{ ...place, categories: [2, 3] }], 'list', null)).toBe('none')
  expect(screensOf([{ ...place, categories: [2, 3] }], 'list', 3)).toBe('all')
})

test('[J05] a slot whose advertisements are for one kind of screen is on that only', () => {
  const [phone, computer] = [
    { ...place, platform: 'h5' as const },
    { ...place, platform: 'pc' as const },
  ]
  expect(screensOf([phone, phone], 'list', 1)).toBe('h5')
  expect(screensOf([phone, computer], 'list', 1)).toBe('all')
  expect(screensOf([place, computer], 'list', 1)).toBe('all')
  expect(screensOf([phone, { ...computer, categories: [2] }], 'list', 1)).toBe('h5')
})
