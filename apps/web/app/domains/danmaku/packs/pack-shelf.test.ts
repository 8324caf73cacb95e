import type { Danmaku } from '@yunmu/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { packsFor } from './pack-rules.ts'
import { PackShelf } from './pack-shelf.ts'

const of = (pack: number): Danmaku[] => [
  {
    id: String(pack + 1),
    time: pack * 360,
    mode: 'scroll',
    color: 0xffffff,
    size: 25,
    text: `第${pack}包`,
    user: '',
    weight: 5,
    vip: false,
    up: 0,
    mine: false,
  },
]

/** A shelf whose station fails for what it is told to. */
function aShelf() {
  const failing = new Set<number>()
  const log: string[] = []
  const shelf = new PackShelf({
    async read(pack) {
      log.push(`read ${pack}`)
      if (failing.has(pack)) throw new Error('no answer')
      return { list: of(pack), whole: true }
    },
    came: (pack, { list }) => log.push(`came ${pack} ${list.length}`),
  })
  return { shelf, failing, log, took: () => log.splice(0) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  [0, 7200, [0]],
  [5, 7200, [0]],
  [100, 100, [0]],
  [250, 7200, [0, 1]],
  [250, 300, [0]],
  [365, 7200, [1, 0]],
  [400, 7200, [1]],
  [-3, 7200, [0]],
])('[I02] second %d of %d needs packs %j', (sec, endSec, packs) => {
  expect(packsFor(sec, endSec)).toEqual(packs)
})

test('[I02] a pack that cannot be read is read again later, and once is enough', async () => {
  const { shelf, failing, took } = aShelf()
  failing.add(0)
  shelf.want(10, 7200)
  shelf.want(11, 7200)
  await vi.advanceTimersByTimeAsync(0)
  shelf.want(12, 7200)
  expect(took()).toEqual(['read 0'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(took()).toEqual(['read 0'])
  failing.clear()
  await vi.advanceTimersByTimeAsync(6000)
  expect(took()).toEqual(['read 0', 'came 0 1'])
  shelf.want(13, 7200)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(took()).toEqual([])
})

test('[I02] the moment, what is next, and nothing that is far: after a jump the right ones come', async () => {
  const { shelf, took } = aShelf()
  shelf.want(300, 7200)
  await vi.advanceTimersByTimeAsync(0)
  expect(took()).toEqual(['read 0', 'read 1', 'came 0 1', 'came 1 1'])
  shelf.want(3700, 7200)
  await vi.advanceTimersByTimeAsync(0)
  expect(took()).toEqual(['read 10', 'came 10 1'])
  shelf.want(10, 7200)
  await vi.advanceTimersByTimeAsync(0)
  expect(took()).toEqual(['read 0', 'came 0 1'])
})

test('[I02] what was let go without anything being wanted is read again when it is, and nothing on its way is taken', async () => {
  const { shelf, took } = aShelf()
  shelf.want(10, 7200)
  await vi.advanceTimersByTimeAsync(0)
  shelf.leave(5000)
  shelf.want(11, 7200)
  shelf.forget()
  await vi.advanceTimersByTimeAsync(0)
  expect(took()).toEqual(['read 0', 'came 0 1', 'read 0'])
})

test('[I02] what comes when it is far away by then, or when all is over, is not taken', async () => {
  const { shelf, took } = aShelf()
  shelf.want(10, 7200)
  shelf.want(7000, 7200)
  await vi.advanceTimersByTimeAsync(0)
  expect(took()).toEqual(['read 0', 'read 19', 'came 19 1'])
  shelf.refresh()
  shelf.destroy()
  await vi.advanceTimersByTimeAsync(0)
  expect(took()).toEqual(['read 19'])
})
