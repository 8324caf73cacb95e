import type { Line } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseLineWithRecording, chooseLine, fallbackLine, selectableLines } from './line-rules.ts'

const aLine = (id: number, state: Line['state'], saving = false): Line => ({
  id,
  name: `线路${id}`,
  quality: '',
  saving,
  locked: false,
  state,
})

test('[B08] a line without its password is chosen only if it is requested or no other is there', () => {
  const lines = [aLine(1, 'good'), aLine(2, 'good')]
  const chosen = (requested: number, closed: number[]) =>
    selectableLines(lines, requested, new Set(closed)).map(({ id }) => id)
  expect(chosen(0, [1])).toEqual([2])
  expect(chosen(1, [1])).toEqual([1, 2])
  expect(chosen(0, [1, 2])).toEqual([1, 2])
  expect(chosen(0, [])).toEqual([1, 2])
})

test('[B08] a line that fails is never replaced by one that needs a password', () => {
  const locked = { ...aLine(2, 'good'), locked: true }
  expect(fallbackLine([aLine(1, 'weak'), locked], 1)).toBe(1)
  expect(fallbackLine([aLine(1, 'weak'), locked, aLine(3, 'good')], 1)).toBe(3)
})

test('[G01] if no line has any part of a programme, none is chosen', () => {
  expect(chooseLineWithRecording([aLine(1, 'good')], 1, new Map())).toBeNull()
  expect(chooseLineWithRecording([], 0, new Map())).toBeNull()
})

test('[G01] a programme plays on the line that recorded it, whether or not that line is on air', () => {
  const lines = [aLine(1, 'good'), aLine(2, 'down')]
  expect(chooseLine(lines, 2)?.id).toBe(1)
  expect(chooseLineWithRecording(lines, 0, new Map([[2, 1000]]))?.id).toBe(2)
  const both = new Map([
    [1, 950],
    [2, 1000],
  ])
  expect(chooseLineWithRecording(lines, 0, both)?.id).toBe(1)
  expect(chooseLineWithRecording(lines, 2, both)?.id).toBe(2)
  expect(chooseLineWithRecording(lines, 1, both.set(1, 500))?.id).toBe(2)
})

test('[G01] the chosen line has at least nine tenths of the most complete recording', () => {
  const lines = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      state: fc.constantFrom('good', 'weak', 'down'),
      held: fc.nat(9000),
    }),
    { minLength: 1, selector: ({ id }) => id },
  )
  fc.assert(
    fc.property(lines, fc.nat(9), (given, wanted) => {
      const held = new Map(given.map((line) => [line.id, line.held]))
      const most = Math.max(...held.values())
      const chosen = chooseLineWithRecording(
        given.map(({ id, state }) => aLine(id, state)),
        wanted,
        held,
      )
      expect(chosen === null).toBe(most === 0)
      if (chosen) expect(held.get(chosen.id)).toBeGreaterThanOrEqual(0.9 * most)
      if (most > 0 && (held.get(wanted) ?? 0) >= 0.9 * most) expect(chosen?.id).toBe(wanted)
    }),
  )
})
