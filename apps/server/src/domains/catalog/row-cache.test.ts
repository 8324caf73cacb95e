import { expect, test } from 'vitest'
import { createChangeLog } from '../../platform/caching/change-log.ts'
import { createEvents } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { titleDependency } from './catalog-events.ts'
import { createRowCache } from './row-cache.ts'

interface Row {
  id: number
  name: string
}

function aCache() {
  const changes = createChangeLog(
    createEvents(localBus, (err) => {
      throw err
    }),
    () => 1,
  )
  const loads: { ids: readonly number[]; finish(name: string): void; fail(err: Error): void }[] = []
  const cache = createRowCache<Row>(
    changes,
    (ids) =>
      new Promise((resolve, reject) => {
        loads.push({
          ids,
          finish: (name) => resolve(new Map(ids.map((id) => [id, { id, name }]))),
          fail: reject,
        })
      }),
  )
  return { cache, loads, change: (id: number) => changes.changed([titleDependency(id)], 1) }
}

test('a failed load is reported to all that wait for it, and the next one loads again', async () => {
  const { cache, loads } = aCache()
  const [first, second] = [cache.get([1]), cache.get([1])]
  loads[0]?.fail(new Error('the database is away'))
  await expect(first).rejects.toThrow('the database is away')
  await expect(second).rejects.toThrow('the database is away')
  const third = cache.get([1])
  loads[1]?.finish('甲')
  expect(await third).toEqual(new Map([[1, { id: 1, name: '甲' }]]))
})

test('[E07] concurrent lists load a row once, and each what the other does not', async () => {
  const { cache, loads } = aCache()
  const [first, second] = [cache.get([1, 2]), cache.get([3, 2])]
  expect(loads.map(({ ids }) => ids)).toEqual([[1, 2], [3]])
  for (const load of loads) load.finish('甲')
  expect([...(await first).keys()]).toEqual([1, 2])
  expect(new Set((await second).keys())).toEqual(new Set([2, 3]))
  await cache.get([1, 2, 3])
  expect(loads).toHaveLength(2)
})

test('a row that changes while it is loaded is loaded again for who asks after the change', async () => {
  const { cache, loads, change } = aCache()
  const before = cache.get([1])
  change(1)
  const after = cache.get([1])
  loads[0]?.finish('旧')
  loads[1]?.finish('新')
  expect((await before).get(1)?.name).toBe('旧')
  expect((await after).get(1)?.name).toBe('新')
  expect((await cache.get([1])).get(1)?.name).toBe('新')
})
