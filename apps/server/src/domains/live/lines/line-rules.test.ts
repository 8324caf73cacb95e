import type { Line } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseLineWithRecording, chooseLine } from './line-rules.ts'

const aLine = (id: number, state: Line['state'], saving = false): Line => ({
  id,
  name: `线路${id}`,
  quality: '',
  saving,
  state,
})

test('[G04] where no line has anything of a programme, none is chosen', () => {
  expect(chooseLineWithRecording([aLine(1, 'good')], 1, new Map())).toBeNull()
  expect(chooseLineWithRecording([], 0, new Map())).toBeNull()
})

test('[G04] a programme plays on the line that has it, whether that one plays now or not', () => {
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

test('[G04] whatever lines have, the one that is chosen has nine tenths of what the fullest has', () => {
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
