import { expect, test } from 'vitest'
import { memoiseRecent } from './memoise-recent.ts'

test('a result is computed once while it is recent, and long strings are not cached', () => {
  const asked: string[] = []
  const upper = memoiseRecent(
    (text) => {
      asked.push(text)
      return text.toUpperCase()
    },
    2,
    3,
  )
  expect(['a', 'b', 'a', 'c', 'a', 'b', 'long', 'long'].map(upper)).toEqual('A B A C A B LONG LONG'.split(' '))
  expect(asked).toEqual(['a', 'b', 'c', 'b', 'long', 'long'])
})
