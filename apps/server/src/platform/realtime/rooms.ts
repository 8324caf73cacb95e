import { realtimeBounds, type Danmaku } from '@yunmu/contract'
import type { PageSocket } from './page-socket.ts'
import { Room, type RoomNeeds } from './room.ts'

/** The rooms that pages of this process are in. */
export interface Rooms {
  /** Lets a page in. Tells it at once how many are there, and what came after a danmaku that it has. */
  join(page: PageSocket, room: string, after: string | undefined): Promise<void>
  leave(page: PageSocket, room: string): void
  say(room: string, danmaku: readonly Danmaku[]): void
  /** @param exceptUserId whose pages are not told */
  takeBack(room: string, ids: readonly string[], exceptUserId?: number): void
  /** Reads again what was said lately in every room, and tells what was not heard. */
  readAgain(): Promise<void>
  /** How many pages of this process are in each room. */
  counts(): Map<string, number>
  count(room: string): number
  /** Called every few seconds: tells rooms how many are in them, where that is other than what was told. */
  turn(): void
  close(): void
}

/** Rooms that nobody is in any more, and that somebody may soon come back to. */
const mostEmpty = 1000
const emptyKeptMs = realtimeBounds.missedSec * 1000

export function createRooms(needs: RoomNeeds): Rooms {
  const rooms = new Map<string, Room>()
  const open = (name: string): Room => {
    const room = new Room(name, needs)
    rooms.set(name, room)
    return room
  }
  /** A room that was left may be entered again at once: what it knows is not read from the database each time. */
  const dropEmpty = (keptMs: number): void => {
    const nowMs = needs.clock.nowMs()
    const empty = [...rooms].filter(([, { size }]) => size === 0)
    const excess = empty.length - mostEmpty
    for (const [at, [name, { emptySinceMs }]] of empty.entries())
      if (at < excess || nowMs - emptySinceMs >= keptMs) rooms.delete(name)
  }
  return {
    async join(page, name, after) {
      const room = rooms.get(name) ?? open(name)
      room.add(page)
      page.rooms.add(name)
      await room.greet(page, after)
    },
    leave(page, name) {
      page.rooms.delete(name)
      rooms.get(name)?.remove(page)
    },
    say(name, danmaku) {
      const sentMs = needs.clock.nowMs()
      rooms.get(name)?.say(danmaku.map((one) => ({ sentMs, danmaku: one })))
    },
    takeBack: (name, ids, exceptUserId) => rooms.get(name)?.takeBack(ids, exceptUserId),
    async readAgain() {
      dropEmpty(0)
      for (const [name, room] of rooms) {
        await room.readAgain().catch((err: unknown) => {
          needs.log.warn({ err, room: name }, 'what a room may have missed could not be read')
        })
      }
    },
    counts: () => new Map([...rooms].flatMap(([name, { size }]) => (size > 0 ? [[name, size]] : []))),
    count: (name) => rooms.get(name)?.size ?? 0,
    turn() {
      dropEmpty(emptyKeptMs)
      for (const room of rooms.values()) room.tellOnline()
    },
    close() {
      for (const room of rooms.values()) room.close()
      rooms.clear()
    },
  }
}
