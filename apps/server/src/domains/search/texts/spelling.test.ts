import { expect, test } from 'vitest'
import { SoundBook } from './sound-book.ts'
import { mistypedReadings } from './spelling.ts'

function bookOf(names: readonly string[]): SoundBook {
  const book = new SoundBook()
  for (const name of names) book.numberOf(name)
  return book
}

const book = bookOf(['xi', 'an', 'xian', 'xiang', 'liu', 'lang', 'lan', 'di', 'qiu', 'qi', 'shan', 'sha', 'san'])

test('[C04] a letter put in, left out, changed or swapped is read as the sounds that were meant', () => {
  for (const typed of ['liulngdiqiu', 'liulangddiqiu', 'liulangdiqou', 'liulnagdiqiu'])
    expect(mistypedReadings(typed, book), typed).toContainEqual(['liu', 'lang', 'di', 'qiu'])
})

test('[C04] what has no slip is none, and too much is not looked at', () => {
  expect(mistypedReadings('xi', book)).toEqual([])
  expect(mistypedReadings('xian'.repeat(11), book)).toEqual([])
  expect(mistypedReadings('zzzzzz', book)).toEqual([])
})

test('[C04] of many letters few readings are tried, however many there are', () => {
  expect(mistypedReadings('xian'.repeat(3), book).length).toBeGreaterThan(36)
  expect(mistypedReadings('xian'.repeat(10), book).length).toBeLessThanOrEqual(36)
})
