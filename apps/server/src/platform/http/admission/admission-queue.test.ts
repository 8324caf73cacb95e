import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAdmissionQueue, type AdmissionBounds, type Ticket } from './admission-queue.ts'

const bounds: AdmissionBounds = {
  maxRunning: 2,
  maxWaiting: 20,
  maxWaitingPerNetwork: 20,
  maxWaitingPerAddress: 20,
  maxWaitMs: 1000,
}

const ticket = (address: string, enteredMs = 0, isCrawler = false): Ticket => ({
  network: address.slice(0, 1),
  address,
  isCrawler,
  enteredMs,
})

/** A queue that runs one task at a time, and is busy with it. */
function busyQueue() {
  const queue = createAdmissionQueue<Ticket>({ ...bounds, maxRunning: 1 })
  const running = ticket('z1')
  queue.enter(running)
  return { queue, running }
}

test('as many run as permitted, the next waits until one has finished', () => {
  const queue = createAdmissionQueue<Ticket>(bounds)
  const [one, two, three] = [ticket('a1'), ticket('a1'), ticket('b1')]
  expect([one, two, three].map((each) => queue.enter(each).state)).toEqual(['running', 'running', 'waiting'])
  expect(queue.finish(one)).toEqual([three])
  expect(queue.finish(one)).toEqual([])
  expect([queue.running, queue.waiting]).toEqual([2, 0])
})

test('a withdrawn ticket never runs, and frees no slot twice', () => {
  const { queue, running } = busyQueue()
  const [gone, stays] = [ticket('a1'), ticket('a1')]
  queue.enter(gone)
  queue.enter(stays)
  expect([queue.withdraw(gone), queue.withdraw(gone), queue.withdraw(running)]).toEqual([true, false, false])
  expect(queue.finish(running)).toEqual([stays])
})

test('tickets that waited too long are returned, oldest first', () => {
  const { queue, running } = busyQueue()
  const [old, newer] = [ticket('a1', 100), ticket('b1', 200)]
  queue.enter(old)
  queue.enter(newer)
  expect(queue.nextExpiryMs()).toBe(1100)
  expect(queue.expire(1099)).toEqual([])
  expect(queue.expire(1150)).toEqual([old])
  expect(queue.nextExpiryMs()).toBe(1200)
  expect(queue.finish(running)).toEqual([newer])
  expect(queue.nextExpiryMs()).toBeNull()
})

test('an address with 240 requests delays another by one task', () => {
  const { queue, running } = busyQueue()
  const states = Array.from({ length: 240 }, () => queue.enter(ticket('a1')).state)
  expect(states.filter((state) => state === 'waiting')).toHaveLength(bounds.maxWaiting)
  const other = ticket('b1')
  expect(queue.enter(other).state).toBe('waiting')
  const [first] = queue.finish(running)
  expect(first?.address).toBe('a1')
  expect(queue.finish(first ?? running)).toEqual([other])
})

test('crawlers run one at a time and leave the other slots to visitors', () => {
  const queue = createAdmissionQueue<Ticket>(bounds)
  const [one, two, person] = [ticket('a1', 0, true), ticket('b1', 0, true), ticket('c1')]
  expect([one, two, person].map((each) => queue.enter(each).state)).toEqual(['running', 'waiting', 'running'])
  expect(queue.finish(person)).toEqual([])
  expect(queue.finish(one)).toEqual([two])
})

test('while visitors wait a crawler runs after four of them, and never takes their places in the queue', () => {
  const { queue, running } = busyQueue()
  for (let at = 0; at < 5; at++) expect(queue.enter(ticket('a1', 0, true)).state).toBe('waiting')
  expect(queue.enter(ticket('a1', 0, true)).state).toBe('refused')
  for (let at = 0; at < 20; at++) expect(queue.enter(ticket('b1')).state).toBe('waiting')
  const served: boolean[] = []
  for (let [last] = queue.finish(running); last; [last] = queue.finish(last)) served.push(last.isCrawler)
  const begin = served.slice(0, 10).map((isCrawler) => (isCrawler ? 'crawler' : 'person'))
  expect(begin.join(' ')).toBe('person person person crawler person person person person crawler person')
  expect(served).toHaveLength(25)
})

type Step =
  | { what: 'enter'; address: string; isCrawler: boolean }
  | { what: 'finish' | 'withdraw' | 'wait'; at: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('enter' as const),
      address: fc.constantFrom('a1', 'a2', 'b1', 'c1'),
      isCrawler: fc.nat(9).map((die) => die === 0),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constantFrom('finish' as const, 'withdraw' as const), at: fc.nat(50) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('wait' as const), at: fc.nat(800) }) },
)

test('for any sequence of events: never more tasks run than permitted, none runs twice or after its visitor left, and no slot stays empty while visitors wait', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = createAdmissionQueue<Ticket>({ ...bounds, maxWaiting: 8, maxWaitingPerAddress: 5 })
      const [running, waiting, ended] = [new Set<Ticket>(), new Set<Ticket>(), new Set<Ticket>()]
      let nowMs = 0
      const run = (each: Ticket): void => {
        expect(ended).not.toContain(each)
        waiting.delete(each)
        running.add(each)
      }
      const end = (each: Ticket): void => {
        expect(waiting.delete(each) || running.delete(each)).toBe(true)
        ended.add(each)
      }
      for (const each of steps) {
        if (each.what === 'enter') {
          const entered = ticket(each.address, nowMs, each.isCrawler)
          const result = queue.enter(entered)
          if (result.state === 'running') run(entered)
          if (result.state === 'waiting') waiting.add(entered)
          if (result.state === 'waiting' && result.evicted) end(result.evicted)
        } else if (each.what === 'finish') {
          const done = [...running][each.at % Math.max(1, running.size)]
          if (done) {
            end(done)
            queue.finish(done).forEach(run)
          }
        } else if (each.what === 'withdraw') {
          const gone = [...waiting][each.at % Math.max(1, waiting.size)]
          if (gone) {
            expect(queue.withdraw(gone)).toBe(true)
            end(gone)
          }
        } else {
          nowMs += each.at
          for (const late of queue.expire(nowMs)) {
            expect(nowMs - late.enteredMs).toBeGreaterThanOrEqual(bounds.maxWaitMs)
            end(late)
          }
          for (const left of waiting) expect(nowMs - left.enteredMs).toBeLessThan(bounds.maxWaitMs)
        }
        expect([queue.running, queue.waiting]).toEqual([running.size, waiting.size])
        expect(running.size).toBeLessThanOrEqual(bounds.maxRunning)
        expect([...running].filter(({ isCrawler }) => isCrawler).length).toBeLessThanOrEqual(1)
        const peopleWait = [...waiting].some(({ isCrawler }) => !isCrawler)
        if (peopleWait) expect(running.size).toBe(bounds.maxRunning)
      }
    }),
  )
})

test('no starvation: with new requests at every turn, each waiting one runs after a bounded number of turns', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }), (networks, addresses) => {
      const queue = createAdmissionQueue<Ticket>({ ...bounds, maxRunning: 1, maxWaiting: 100 })
      let running = ticket('z1')
      queue.enter(running)
      const others = Array.from({ length: networks * addresses }, (_, at) => `${'abcd'[at % networks]}${at}`)
      const patient = ticket('a-patient')
      for (const address of others) queue.enter(ticket(address))
      queue.enter(patient)
      // The last of its network's addresses, each of which waits for its network's turn.
      const mostTurns = networks * (addresses + 1) + 1
      for (let turn = 0; turn < mostTurns && running !== patient; turn++) {
        for (const address of others) queue.enter(ticket(address))
        running = queue.finish(running)[0] ?? running
      }
      expect(running).toBe(patient)
    }),
  )
})
