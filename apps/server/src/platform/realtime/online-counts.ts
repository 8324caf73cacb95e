import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { defineEvent, type Events } from '../events/events.ts'

/** How many pages of an instance are in some rooms. `left` is its last word. */
const countsTold = defineEvent(
  'realtime.counts',
  z.object({ instance: z.string(), rooms: z.record(z.string(), z.int()), left: z.boolean() }),
)

/** Rooms of one announcement: every bus carries so many. */
const roomsAtOnce = 150

/** Turns after which everything is told again, and after which an instance that said nothing is forgotten. */
const turns = { tellAll: 6, forget: 15 }

/** How many are in each room, all instances of the station together. */
export interface OnlineCounts {
  of(room: string): number
  /** Called every few seconds: tells the others what changed here, and forgets who is not heard any more. */
  turn(): void
  /** The others need not wait until we are forgotten. */
  leave(): void
}

export function createOnlineCounts(
  events: Events,
  here: { count(room: string): number; counts(): ReadonlyMap<string, number> },
): OnlineCounts {
  const instance = randomUUID()
  const others = new Map<string, { rooms: Map<string, number>; heardTurn: number }>()
  let told = new Map<string, number>()
  let turn = 0
  let tellsAll = false

  const off = events.on(countsTold, (detail) => {
    if (detail?.instance === instance) return
    // What was missed may have been ours as well.
    if (detail === null) return void (tellsAll = true)
    if (detail.left) return void others.delete(detail.instance)
    // Who is new has not heard how many are here.
    if (!others.has(detail.instance)) tellsAll = true
    const { rooms } = others.get(detail.instance) ?? { rooms: new Map<string, number>() }
    for (const [room, count] of Object.entries(detail.rooms)) {
      if (count > 0) rooms.set(room, count)
      else rooms.delete(room)
    }
    others.set(detail.instance, { rooms, heardTurn: turn })
  })
  const tell = (changed: readonly (readonly [string, number])[]): void => {
    for (let at = 0; at < changed.length; at += roomsAtOnce) {
      const rooms = Object.fromEntries(changed.slice(at, at + roomsAtOnce))
      events.announce(countsTold, { instance, rooms, left: false })
    }
  }

  return {
    of(room) {
      let sum = here.count(room)
      for (const { rooms } of others.values()) sum += rooms.get(room) ?? 0
      return sum
    },
    turn() {
      turn++
      for (const [name, { heardTurn }] of others) if (turn - heardTurn > turns.forget) others.delete(name)
      const now = here.counts()
      const emptied = [...told.keys()].filter((room) => !now.has(room)).map((room) => [room, 0] as const)
      const changed = [...now].filter(([room, count]) => told.get(room) !== count)
      const isWhole = tellsAll || turn % turns.tellAll === 0
      tellsAll = false
      told = new Map(now)
      tell([...emptied, ...(isWhole ? now : changed)])
    },
    leave() {
      off()
      events.announce(countsTold, { instance, rooms: {}, left: true })
    },
  }
}
