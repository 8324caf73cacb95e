import { expect, test } from 'vitest'
import { filmWaitSec } from './film-wait-rules.ts'

const queue = {
  elapsedSec: new Map([
    ['one', 4],
    ['two', 12],
  ]),
  waiting: ['three', 'four', 'five'],
  secPerFilm: 10,
}

test('a film that nobody makes has no time', () => {
  expect(filmWaitSec(queue, 'other')).toBe(null)
  expect(filmWaitSec({ ...queue, elapsedSec: new Map(), waiting: [] }, 'one')).toBe(null)
})

test.each([
  ['is being made is ready when others would be', 'one', 6],
  ['takes longer than others is nearly ready', 'two', 1],
  ['is next waits for the first that is ready', 'three', 11],
  ['waits behind it takes the other place', 'four', 16],
  ['is last waits for a place to become free again', 'five', 21],
])('a film that %s', (_, name, sec) => {
  expect(filmWaitSec(queue, name)).toBe(sec)
})

test('before the first film is begun they are counted one after the other', () => {
  expect(filmWaitSec({ ...queue, elapsedSec: new Map() }, 'four')).toBe(20)
})
