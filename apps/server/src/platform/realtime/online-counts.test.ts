import { expect, test } from 'vitest'
import { createEvents, type Bus } from '../events/events.ts'
import { createOnlineCounts } from './online-counts.ts'

/** Instances of one station. */
function instances() {
  const ears: { from: number; hear: (name: string, detail: unknown) => void }[] = []
  let announced = 0
  const add = () => {
    const me = ears.length
    const bus: Bus = {
      publish(name, detail) {
        announced++
        for (const { from, hear } of ears) if (from !== me) hear(name, structuredClone(detail))
      },
      flush: async () => true,
      subscribe: (hear) => ears.push({ from: me, hear }),
    }
    const rooms = new Map<string, number>()
    const events = createEvents(bus, (err) => {
      throw err
    })
    const counts = createOnlineCounts(events, { count: (room) => rooms.get(room) ?? 0, counts: () => new Map(rooms) })
    return { rooms, counts, events }
  }
  return { add, announced: () => announced }
}

test('pages in a room of any instance are counted, until that instance ends', () => {
  const { add } = instances()
  const [here, there] = [add(), add()]
  here.rooms.set('live:1', 2)
  there.rooms.set('live:1', 3)
  there.rooms.set('live:2', 1)
  for (const { counts } of [here, there]) counts.tick()
  expect([here.counts.of('live:1'), there.counts.of('live:1'), here.counts.of('live:2')]).toEqual([5, 5, 1])
  there.rooms.delete('live:1')
  there.counts.tick()
  expect([here.counts.of('live:1'), here.counts.of('live:2')]).toEqual([2, 1])
  there.counts.leave()
  expect(here.counts.of('live:2')).toBe(0)
})

test('an instance that vanished is removed, a quiet one is not', () => {
  const { add } = instances()
  const [here, quiet, dead] = [add(), add(), add()]
  quiet.rooms.set('live:1', 1)
  dead.rooms.set('live:1', 10)
  for (const { counts } of [quiet, dead]) counts.tick()
  expect(here.counts.of('live:1')).toBe(11)
  for (let turns = 0; turns < 20; turns++) {
    here.counts.tick()
    quiet.counts.tick()
  }
  expect(here.counts.of('live:1')).toBe(1)
})

test('a new instance gets all counts soon, and so does one after a gap', () => {
  const { add } = instances()
  const here = add()
  for (let id = 1; id <= 400; id++) here.rooms.set(`live:${id}`, 1)
  here.counts.tick()
  const late = add()
  late.rooms.set('live:1', 1)
  late.counts.tick()
  here.counts.tick()
  expect([late.counts.of('live:1'), late.counts.of('live:400')]).toEqual([2, 1])
})

test('without changes nothing is announced until the next full report', () => {
  const { add, announced } = instances()
  const here = add()
  here.rooms.set('live:1', 1)
  here.counts.tick()
  const first = announced()
  for (let turns = 0; turns < 4; turns++) here.counts.tick()
  expect([first, announced()]).toEqual([1, 1])
})
