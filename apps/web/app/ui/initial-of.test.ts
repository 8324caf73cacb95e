import { expect, test } from 'vitest'
import { initialOf } from './initial-of.ts'

test.each([
  ['北屿', '北'],
  ['beiyu', 'b'],
  ['<script>', 's'],
  ['🦊小狐', '小'],
  ['  7号', '7'],
  ['𠮷野', '𠮷'],
  ['E\u0301milie', 'E\u0301'],
  ['🦊', '🦊'],
  ['👩‍🚀✨', '👩‍🚀'],
  ['❤️', '❤️'],
  ['👍🏽👍', '👍🏽'],
  ['🇸🇬🇲🇾', '🇸🇬'],
  ['《》', '《'],
  ['', ''],
])('[I01] the portrait of 「%s」 without a picture shows 「%s」', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})
