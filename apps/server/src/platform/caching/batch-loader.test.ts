import { expect, test } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'

/** Doubles numbers slowly, and records its calls. */
function doubler() {
  const asked: number[][] = []
  const load = createBatchLoader(async (keys: readonly number[]) => {
    asked.push([...keys])
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (keys.includes(-1)) throw new Error('lost')
    return new Map(keys.filter((key) => key < 100).map((key) => [key, key * 2]))
  })
  return { asked, load }
}

test('a failure reaches the concurrent requests, and no later ones', async () => {
  const { load } = doubler()
  const [one, other] = await Promise.allSettled([load(-1), load(1)])
  expect([one.status, other.status]).toEqual(['rejected', 'rejected'])
  expect(await load(1)).toBe(2)
})

test('missing keys give undefined', async () => {
  const { load } = doubler()
  expect(await load(100)).toBeUndefined()
})

test('a thousand concurrent requests cost one load, those during it one more, and each gets its own result', async () => {
  const { asked, load } = doubler()
  const first = Promise.all(Array.from({ length: 1000 }, (_, at) => load(at % 50)))
  await new Promise((resolve) => setImmediate(resolve))
  const second = Promise.all([60, 61, 60].map((key) => load(key)))
  expect(await first).toEqual(Array.from({ length: 1000 }, (_, at) => (at % 50) * 2))
  expect(await second).toEqual([120, 122, 120])
  expect(asked.map(({ length }) => length)).toEqual([50, 2])
})
