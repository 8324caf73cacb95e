import type { Danmaku } from '@yunmu/contract'
import type { PageSocket } from './page-socket.ts'
import { Room, type RoomNeeds } from './room.ts'

/** The rooms that pages of this process are in. */
export interface Rooms {
  /** Lets a page in. Tells it at once how many are there, and what came after a danmaku that it has. */
  join(page: PageSocket, room: string, after: string | undefined): Promise<void>
  leave(page: PageSocket, room: string): void
  say(room: string, danmaku: readonly Danmaku[]): void
  takeBack(room: string, ids: readonly string[]): void
  /** Reads again what was said lately in every room, and tells what was not heard. */
  readAgain(): Promise<void>
  /** How many pages of this process are in each room. */
  counts(): Map<string, number>
  count(room: string): number
  /** Tells rooms how many are in them, where that is other than what was told. */
  tellOnline(): void
  close(): void
}

export function createRooms(needs: RoomNeeds): Rooms {
  const rooms = new Map<string, Room>()
  const open = (name: string): Room => {
    const room = new Room(name, needs)
    rooms.set(name, room)
    return room
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
      const room = rooms.get(name)
      room?.remove(page)
      if (room === undefined || room.size > 0) return
      room.close()
      rooms.delete(name)
    },
    say(name, danmaku) {
      const sentMs = needs.clock.nowMs()
      rooms.get(name)?.say(danmaku.map((one) => ({ sentMs, danmaku: one })))
    },
    takeBack: (name, ids) => rooms.get(name)?.takeBack(ids),
    async readAgain() {
      for (const [name, room] of rooms) {
        await room.readAgain().catch((err: unknown) => {
          needs.log.warn({ err, room: name }, 'what a room may have missed could not be read')
        })
      }
    },
    counts: () => new Map([...rooms].map(([name, { size }]) => [name, size])),
    count: (name) => rooms.get(name)?.size ?? 0,
    tellOnline() {
      for (const room of rooms.values()) room.tellOnline()
    },
    close() {
      for (const room of rooms.values()) room.close()
      rooms.clear()
    },
  }
}
