import { expect, test } from 'vitest'
import { allowsStatistics } from './statistics-pages.ts'

test.each([
  '/vip',
  '/vip/',
  '/VIP',
  '//vip',
  '/%76ip',
  '/user',
  '/user/order',
  '/User/Order',
  '/us%65r/order',
  '/user//order',
  '/console',
  '/console/audit',
  '/%',
])('[E07] no statistics script runs on %s', (path) => {
  expect(allowsStatistics(path)).toBe(false)
})

test.each(['/', '/rank', '/vip/terms', '/details/1/1', '/person/user', '/users'])(
  'a statistics script may run on %s',
  (path) => {
    expect(allowsStatistics(path)).toBe(true)
  },
)
