import { expect, test } from 'vitest'
import { createFilmProgress } from './film-progress.ts'

test('a film that is not made here has no time', () => {
  const progress = createFilmProgress(10)
  progress.enqueue(['one'], 0)
  expect(progress.waitSec('other', 0)).toBe(null)
  progress.stop()
  expect(progress.waitSec('one', 0)).toBe(null)
})

test('the speed of the last films replaces what was assumed', () => {
  const progress = createFilmProgress(10)
  progress.enqueue(['one', 'two', 'three'], 0)
  progress.begin('one', 0)
  expect(progress.waitSec('one', 2000)).toBe(8)
  expect(progress.waitSec('three', 2000)).toBe(28)
  progress.end('one', 30_000)
  progress.begin('two', 30_000)
  expect(progress.waitSec('two', 30_000)).toBe(30)
  expect(progress.waitSec('three', 40_000)).toBe(50)
})

test('only the last films count, because a machine gets faster and slower', () => {
  const progress = createFilmProgress(10)
  const names = Array.from({ length: 12 }, (_, index) => String(index))
  progress.enqueue(names, 0)
  const [slowMs, fastMs] = [100_000, 5000]
  for (const [index, name] of names.slice(0, 11).entries()) {
    progress.begin(name, 0)
    progress.end(name, index < 5 ? slowMs : fastMs)
  }
  expect(progress.waitSec('11', 0)).toBe(5)
})
