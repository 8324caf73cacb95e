import { realtimeBounds, type Danmaku, type ServerFrame } from '@yunmu/contract'
import type { PageSocket } from './page-socket.ts'
import { Room, type RoomNeeds } from './room.ts'

/** The rooms of pages of this process. */
export interface Rooms {
  /** Adds a page to a room, and sends it the number of pages and the danmaku after the one that it has. */
  join(page: PageSocket, room: string, after: string | undefined): Promise<void>
  leave(page: PageSocket, room: string): void
  broadcast(room: string, danmaku: readonly Danmaku[]): void
  /** Sends a frame to all pages of a room. */
  send(room: string, frame: ServerFrame): void
  /** Tells the pages of these rooms that they do not exist any more, and removes the pages from them. */
  close(isClosed: (room: string) => boolean): void
  /** How often rooms were closed: whether somebody may join, asked before the last time, is outdated. */
  readonly closings: number
  /** @param exceptUserId the user whose pages keep the danmaku */
  removeDanmaku(room: string, ids: readonly string[], exceptUserId?: number): void
  /** Reloads recent danmaku of every room and sends what was missed. */
  resync(): Promise<void>
  /** The number of pages of this process in each room. */
  counts(): Map<string, number>
  count(room: string): number
  /** Called every few seconds: sends changed counts, and evicts empty rooms. */
  tick(): void
  closeAll(): void
}

/** Empty rooms that are cached, because somebody may return. */
const maxEmpty = 1000
const emptyRetentionMs = realtimeBounds.replaySec * 1000

export function createRooms(needs: RoomNeeds): Rooms {
  const rooms = new Map<string, Room>()
  const open = (name: string): Room => {
    const room = new Room(name, needs)
    rooms.set(name, room)
    return room
  }
  /** Empty rooms are kept for a while, so that rejoining needs no query. */
  const evictEmpty = (retentionMs: number): void => {
    const nowMs = needs.clock.nowMs()
    const empty = [...rooms].filter(([, { size }]) => size === 0)
    const excess = empty.length - maxEmpty
    for (const [at, [name, { emptySinceMs }]] of empty.entries())
      if (at < excess || nowMs - emptySinceMs >= retentionMs) rooms.delete(name)
  }
  let closings = 0
  return {
    get closings() {
      return closings
    },
    async join(page, name, after) {
      const room = rooms.get(name) ?? open(name)
      room.add(page)
      page.rooms.add(name)
      await room.sendInitial(page, after)
    },
    leave(page, name) {
      page.rooms.delete(name)
      rooms.get(name)?.remove(page)
    },
    broadcast(name, danmaku) {
      const sentMs = needs.clock.nowMs()
      rooms.get(name)?.broadcast(danmaku.map((one) => ({ sentMs, danmaku: one })))
    },
    send: (name, frame) => rooms.get(name)?.send(frame),
    removeDanmaku: (name, ids, exceptUserId) => rooms.get(name)?.removeDanmaku(ids, exceptUserId),
    async resync() {
      evictEmpty(0)
      for (const [name, room] of rooms) {
        await room.resync().catch((err: unknown) => {
          needs.log.warn({ err, room: name }, 'a room could not be resynced')
        })
      }
    },
    counts: () => new Map([...rooms].flatMap(([name, { size }]) => (size > 0 ? [[name, size]] : []))),
    count: (name) => rooms.get(name)?.size ?? 0,
    tick() {
      evictEmpty(emptyRetentionMs)
      for (const room of rooms.values()) room.updateOnline()
    },
    close(isClosed) {
      closings++
      for (const [name, room] of rooms) {
        if (!isClosed(name)) continue
        room.expel()
        room.close()
        rooms.delete(name)
      }
    },
    closeAll() {
      for (const room of rooms.values()) room.close()
      rooms.clear()
    },
  }
}
