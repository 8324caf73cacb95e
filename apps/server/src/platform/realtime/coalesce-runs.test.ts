import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { coalesceRuns } from './coalesce-runs.ts'

test('requests in one turn run once, and once more for all during the run', async () => {
  const ends: (() => void)[] = []
  const ask = coalesceRuns(() => new Promise<void>((resolve) => void ends.push(resolve)))
  for (let times = 0; times < 3; times++) ask()
  await turn()
  expect(ends).toHaveLength(1)
  for (let times = 0; times < 3; times++) ask()
  await turn()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await turn()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await turn()
  expect(ends).toHaveLength(2)
  ask()
  await turn()
  expect(ends).toHaveLength(3)
})
