import { setTimeout as delay } from 'node:timers/promises'
import { LineProcess } from './line-process.ts'

/** What `fanout-load.ts` has counted since its last reset. Milliseconds from when something was said to its arrival. */
export interface Arrived {
  deliveries: number
  frames: number
  /** Of all frames together. */
  bytes: number
  p50: number
  p99: number
  max: number
}

export interface RoomLoad {
  port: number
  room: string
  pages: number
  /** Whether its pages read what they get. */
  habit: 'reads' | 'stalls'
  /** Which frames it counts. */
  counts: 'danmaku' | 'goals'
}

/** How long late deliveries are waited for. */
const latestMs = 6000

/** Opens pages in a process of their own and waits until all have joined the room. */
export async function openRoomLoad({ port, room, pages, habit, counts }: RoomLoad): Promise<LineProcess> {
  const load = new LineProcess('fanout-load.ts', [`${port}`, room, `${pages}`, habit, counts])
  await load.read()
  return load
}

/** Waits until so many deliveries have arrived, or no more arrive. */
export async function waitForDeliveries(load: LineProcess, deliveries: number): Promise<Arrived> {
  const untilMs = performance.now() + latestMs
  for (;;) {
    const arrived = await load.ask<Arrived>('report')
    if (arrived.deliveries >= deliveries || performance.now() > untilMs) return arrived
    await delay(50)
  }
}
