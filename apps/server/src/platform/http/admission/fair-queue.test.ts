import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairQueue, type FairQueue } from './fair-queue.ts'

interface Item {
  network: string
  address: string
  at: number
}

let count = 0
/** `a1` is an item of address `a1` in network `a`. */
const item = (address: string): Item => ({ network: address.slice(0, 1), address, at: count++ })
const roomy = { maxWaiting: 1000, maxWaitingPerNetwork: 1000, maxWaitingPerAddress: 1000 }

function filled(bounds: Parameters<typeof createFairQueue>[0], ...addresses: string[]) {
  const queue = createFairQueue<Item>(bounds)
  return { queue, added: addresses.map((address) => queue.add(item(address))) }
}
const takeAll = (queue: FairQueue<Item>): Item[] => Array.from({ length: queue.size }, () => queue.take() ?? []).flat()
const order = (queue: FairQueue<Item>): string =>
  takeAll(queue)
    .map(({ address }) => address)
    .join(' ')

test.each([
  ['a1 a1 a1 b1', 'a1 b1 a1 a1'],
  ['a1 a1 a2 a2 b1 b1', 'a1 b1 a2 b1 a1 a2'],
  ['a1 a2 a3 b1 c1 c1', 'a1 b1 c1 a2 c1 a3'],
])('items that wait as %s are served as %s', (waiting, served) => {
  expect(order(filled(roomy, ...waiting.split(' ')).queue)).toBe(served)
})

test.each([
  ['an address has its share', { ...roomy, maxWaitingPerAddress: 2 }, 'a1 a1', 'a1', null],
  ['a network has its share, in equal parts', { ...roomy, maxWaitingPerNetwork: 2 }, 'a1 a2', 'a3', null],
  [
    'a network has its share, and one address most of it',
    { ...roomy, maxWaitingPerNetwork: 3 },
    'a1 a1 a1',
    'a2',
    'a1',
  ],
  ['the queue is full of one network', { ...roomy, maxWaiting: 3 }, 'a1 a2 a3', 'b1', 'a1'],
  ['the queue is full in equal parts', { ...roomy, maxWaiting: 2 }, 'a1 b1', 'c1', null],
  ['the queue is full, and the newcomer has as many as any', { ...roomy, maxWaiting: 4 }, 'a1 a1 b1 b1', 'b1', null],
] as const)(
  'when %s, a newcomer is refused or takes the place of the largest',
  (_, bounds, waiting, newcomer, evicted) => {
    const { queue } = filled(bounds, ...waiting.split(' '))
    const before = queue.size
    const added = queue.add(item(newcomer))
    expect(added.isAdded ? added.evicted?.address : null).toBe(evicted)
    expect(queue.size).toBe(before)
  },
)

test('the newest item of the largest is evicted', () => {
  const { queue } = filled({ ...roomy, maxWaiting: 3 }, 'a1', 'a1')
  const newest = item('a1')
  queue.add(newest)
  expect(queue.add(item('b1'))).toEqual({ isAdded: true, evicted: newest })
})

test('an item that was removed is not served, and is removed once', () => {
  const { queue } = filled(roomy, 'a1')
  const gone = item('b1')
  queue.add(gone)
  expect([queue.remove(gone), queue.remove(gone), queue.size]).toEqual([true, false, 1])
  expect(order(queue)).toBe('a1')
})

const addresses = fc.array(fc.constantFrom('a1', 'a2', 'a3', 'b1', 'b2', 'c1'), { maxLength: 80 })

test('every item is served once, those of one address in order of entry', () => {
  fc.assert(
    fc.property(addresses, (waiting) => {
      const items = takeAll(filled(roomy, ...waiting).queue)
      expect(items.map(({ address }) => address).toSorted()).toEqual(waiting.toSorted())
      for (const address of new Set(waiting)) {
        const own = items.filter((each) => each.address === address).map(({ at }) => at)
        expect(own).toEqual(own.toSorted((a, b) => a - b))
      }
    }),
  )
})

/** Between two items of one group every other group with items is served at least once. */
function expectTurns(items: readonly Item[], groupOf: (each: Item) => string): void {
  items.forEach((each, at) => {
    const next = items.findIndex((later, place) => place > at && groupOf(later) === groupOf(each))
    if (next === -1) return
    const between = new Set(items.slice(at, next).map(groupOf))
    const waiting = new Set(items.slice(next).map(groupOf))
    for (const group of waiting) expect(between).toContain(group)
  })
}

test('networks are served in turn, and within a network its addresses, however many items one has', () => {
  fc.assert(
    fc.property(addresses, (waiting) => {
      const items = takeAll(filled(roomy, ...waiting).queue)
      expectTurns(items, ({ network }) => network)
      for (const network of new Set(items.map((each) => each.network)))
        expectTurns(
          items.filter((each) => each.network === network),
          ({ address }) => address,
        )
    }),
  )
})

test('no bound is ever exceeded, and a requester with less than an equal share of a full queue is added', () => {
  const bounds = { maxWaiting: 6, maxWaitingPerNetwork: 4, maxWaitingPerAddress: 3 }
  fc.assert(
    fc.property(addresses, (arriving) => {
      const queue = createFairQueue<Item>(bounds)
      const waiting = new Set<Item>()
      const countOf = (key: 'network' | 'address', of: Item): number =>
        [...waiting].filter((each) => each[key] === of[key]).length
      for (const newcomer of arriving.map(item)) {
        const networkSizes = Map.groupBy(waiting, ({ network }) => network)
        const largest = Math.max(0, ...[...networkSizes.values()].map(({ length }) => length))
        const isSmall = countOf('address', newcomer) === 0 && countOf('network', newcomer) + 1 < largest
        const added = queue.add(newcomer)
        if (isSmall) expect(added.isAdded).toBe(true)
        if (added.isAdded) waiting.add(newcomer)
        if (added.isAdded && added.evicted) expect(waiting.delete(added.evicted)).toBe(true)
        expect(queue.size).toBe(waiting.size)
        expect(waiting.size).toBeLessThanOrEqual(bounds.maxWaiting)
        expect(countOf('network', newcomer)).toBeLessThanOrEqual(bounds.maxWaitingPerNetwork)
        expect(countOf('address', newcomer)).toBeLessThanOrEqual(bounds.maxWaitingPerAddress)
      }
    }),
  )
})
