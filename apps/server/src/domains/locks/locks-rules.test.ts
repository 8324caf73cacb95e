import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileState, isPlayPassword, lockState, locksOn, type Lock, type LockState } from './locks-rules.ts'

const lock = (lockId: number, line: number): Lock => ({ lockId, kind: 'vod', id: 1, line })

test('[B08] a password is refused if it is shorter than 6 or longer than 64 characters, or begins or ends with a space', () => {
  for (const typed of ['', '12345', '密码密码密', 'x'.repeat(65), ' 123456', '123456 ']) {
    expect([typed, isPlayPassword(typed)]).toEqual([typed, false])
  }
  for (const typed of ['123456', '芝麻开门芝麻', 'open sesame', '🔑'.repeat(64)]) {
    expect([typed, isPlayPassword(typed)]).toEqual([typed, true])
  }
})

test('[B08] a line is locked by its own password and by that of the whole, which is asked for first', () => {
  const locks = [lock(5, 2), lock(7, 0), lock(6, 3)]
  expect(locksOn(locks, 2).map(({ lockId }) => lockId)).toEqual([7, 5])
  expect(locksOn(locks, 9).map(({ lockId }) => lockId)).toEqual([7])
  expect(locksOn([lock(5, 2)], 9)).toEqual([])
})

test('[B08] what has two passwords is open when both were given', () => {
  const locks = [lock(1, 0), lock(2, 4)]
  const stateWith = (...opened: number[]): LockState => lockState(locks, new Set(opened))
  expect([stateWith(), stateWith(1), stateWith(2), stateWith(3), stateWith(1, 2)]).toEqual([
    'closed',
    'closed',
    'closed',
    'closed',
    'open',
  ])
  expect(lockState([], new Set())).toBe('free')
})

const places = fc.array(
  fc.record({ isVisible: fc.boolean(), state: fc.constantFrom<LockState>('free', 'open', 'closed') }),
  { maxLength: 6 },
)

test('[B08] a file is as accessible as its most accessible visible place, and hiding a locked title never opens its film', () => {
  fc.assert(
    fc.property(places, (given) => {
      const visible = given.filter(({ isVisible }) => isVisible)
      const counted = (visible.length > 0 ? visible : given).map(({ state }) => state)
      const isClosed = counted.length > 0 && counted.every((state) => state === 'closed')
      expect(fileState(given) === 'closed').toBe(isClosed)
      expect(fileState(given) === 'free').toBe(counted.length === 0 || counted.includes('free'))
    }),
  )
  expect(fileState([{ isVisible: false, state: 'closed' }])).toBe('closed')
  expect(
    fileState([
      { isVisible: true, state: 'closed' },
      { isVisible: false, state: 'free' },
    ]),
  ).toBe('closed')
})
