import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { defineEvent, type Events } from '../events/events.ts'

/** The number of pages that an instance has in some rooms. `left`: the instance ends. */
const countsReported = defineEvent(
  'realtime.counts',
  z.object({ instance: z.string(), rooms: z.record(z.string(), z.int()), left: z.boolean() }),
)

/** Rooms per event, bounded by the payload limit of the bus. */
const maxRoomsPerEvent = 150

/** Ticks between full reports, and ticks after which a silent instance is removed. */
const ticks = { fullReport: 6, expire: 15 }

/** The number of pages in each room over all instances of the station. */
export interface OnlineCounts {
  of(room: string): number
  /** Called every few seconds: reports changes to the other instances, and removes silent ones. */
  tick(): void
  /** Announces that this instance ends. */
  leave(): void
}

export function createOnlineCounts(
  events: Events,
  local: { count(room: string): number; counts(): ReadonlyMap<string, number> },
): OnlineCounts {
  const instance = randomUUID()
  const others = new Map<string, { rooms: Map<string, number>; lastTick: number }>()
  let reported = new Map<string, number>()
  let tickCount = 0
  let reportsAll = false

  const off = events.on(countsReported, (detail) => {
    if (detail?.instance === instance) return
    // The gap may have affected our own reports too.
    if (detail === null) return void (reportsAll = true)
    if (detail.left) return void others.delete(detail.instance)
    // A new instance has not received our counts.
    if (!others.has(detail.instance)) reportsAll = true
    const { rooms } = others.get(detail.instance) ?? { rooms: new Map<string, number>() }
    for (const [room, count] of Object.entries(detail.rooms)) {
      if (count > 0) rooms.set(room, count)
      else rooms.delete(room)
    }
    others.set(detail.instance, { rooms, lastTick: tickCount })
  })
  const report = (changed: readonly (readonly [string, number])[]): void => {
    for (let at = 0; at < changed.length; at += maxRoomsPerEvent) {
      const rooms = Object.fromEntries(changed.slice(at, at + maxRoomsPerEvent))
      events.announce(countsReported, { instance, rooms, left: false })
    }
  }

  return {
    of(room) {
      let sum = local.count(room)
      for (const { rooms } of others.values()) sum += rooms.get(room) ?? 0
      return sum
    },
    tick() {
      tickCount++
      for (const [name, { lastTick }] of others) if (tickCount - lastTick > ticks.expire) others.delete(name)
      const now = local.counts()
      const emptied = [...reported.keys()].filter((room) => !now.has(room)).map((room) => [room, 0] as const)
      const changed = [...now].filter(([room, count]) => reported.get(room) !== count)
      const isWhole = reportsAll || tickCount % ticks.fullReport === 0
      reportsAll = false
      reported = new Map(now)
      report([...emptied, ...(isWhole ? now : changed)])
    },
    leave() {
      off()
      events.announce(countsReported, { instance, rooms: {}, left: true })
    },
  }
}
