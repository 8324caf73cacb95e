import { realtimeBounds, type Danmaku, type ServerFrame } from '@yunmu/contract'
import type { Clock } from '../process/clock.ts'
import type { Logger } from '../process/logger.ts'
import { forEachYielding } from './for-each-yielding.ts'
import { framesOf, type ScriptFrames } from './frames.ts'
import { noDanmaku } from './replay-lists.ts'
import type { PageSocket } from './page-socket.ts'
import type { RealtimeNeeds, SentDanmaku } from './realtime-needs.ts'
import { createRing, type Ring } from './ring.ts'
import { isCountOutdated, PageGroup } from './page-group.ts'

const missedMs = realtimeBounds.replaySec * 1000
/**
 * Maximum size of a group. Writing to ten thousand pages takes a tenth of a second and more; in groups with their own
 * timers no page waits for all others.
 */
const maxPagesPerGroup = 2000

export interface RoomNeeds extends Pick<RealtimeNeeds, 'recent' | 'heldAuthors' | 'convert' | 'crowd'> {
  clock: Clock
  log: Logger
  /** The number of pages in a room over all processes, with the invented viewers. */
  online(room: string): number
  /** Called with the number of danmaku that were not sent because the batch was full, summed over pages. */
  onSkipped(count: number): void
}

/** The pages of a room in this process. Danmaku are sent in batches that are encoded once. */
export class Room {
  readonly #name: string
  readonly #needs: RoomNeeds
  readonly #ring: Ring
  /** Resolves when the ring contains what was sent before the first page joined; absent until it is needed. */
  #filled: Promise<void> | undefined
  #groups: PageGroup[] = []
  /** The last queued flush of a group. */
  #queue: Promise<void> = Promise.resolve()
  /** First frames for joining pages, cached by replay list. */
  readonly #initialFrames = new WeakMap<readonly Danmaku[], { online: number; frames: ScriptFrames }>()
  size = 0
  /** Since when the room is empty, by the clock of `needs`. */
  emptySinceMs = 0

  constructor(name: string, needs: RoomNeeds) {
    this.#name = name
    this.#needs = needs
    this.#ring = createRing(missedMs)
  }

  add(page: PageSocket): void {
    if (this.#groups.some(({ pages }) => pages.has(page))) return
    const group = this.#groups.find(({ pages }) => pages.size < maxPagesPerGroup) ?? this.#newGroup()
    group.pages.add(page)
    this.size++
  }

  remove(page: PageSocket): void {
    const group = this.#groups.find(({ pages }) => pages.delete(page))
    if (!group) return
    this.size--
    if (this.size === 0) this.emptySinceMs = this.#needs.clock.nowMs()
    if (group.pages.size > 0) return
    group.close()
    this.#groups = this.#groups.filter((one) => one !== group)
  }

  /** Sends the number of pages and the missed danmaku to a page that joined. */
  async sendInitial(page: PageSocket, after: string | undefined): Promise<void> {
    if (after !== undefined) await this.#fill()
    // Meanwhile it may have left, or been told that the room does not exist any more.
    if (!this.#groups.some(({ pages }) => pages.has(page))) return
    const danmaku = after === undefined ? noDanmaku : this.#ring.after(after, this.#needs.clock.nowMs())
    const online = this.#needs.online(this.#name)
    let initial = this.#initialFrames.get(danmaku)
    if (!initial || isCountOutdated(online, initial.online)) {
      initial = { online, frames: this.#frames(this.#roomFrame([...danmaku], online)) }
      this.#initialFrames.set(danmaku, initial)
    }
    page.send(initial.frames)
  }

  broadcast(sent: readonly SentDanmaku[]): void {
    const fresh = sent.filter((one) => this.#ring.add(one)).map(({ danmaku }) => danmaku)
    if (fresh.length > 0) for (const group of this.#groups) group.broadcast(fresh)
  }

  /** Sends a frame to all pages, before the danmaku that wait for the next batch. */
  send(frame: ServerFrame): void {
    const frames = this.#frames(frame)
    for (const { pages } of this.#groups) this.#enqueue(() => forEachYielding(pages, (page) => page.send(frames)))
  }

  /** Tells all pages that the room does not exist, and removes them. */
  expel(): void {
    const frames = this.#frames({ room: this.#name, refused: true })
    for (const { pages } of this.#groups) {
      for (const page of pages) {
        page.rooms.delete(this.#name)
        page.send(frames)
      }
      pages.clear()
    }
    this.size = 0
  }

  /** @param exceptUserId the user whose pages keep the danmaku */
  removeDanmaku(ids: readonly string[], exceptUserId?: number): void {
    this.#ring.remove(ids)
    for (const group of this.#groups) group.removeDanmaku(ids, exceptUserId)
  }

  /** Reloads recent danmaku and sends what was missed. */
  async resync(): Promise<void> {
    await this.#filled
    const nowMs = this.#needs.clock.nowMs()
    const sinceMs = nowMs - missedMs
    const recent = await this.#needs.recent(this.#name, sinceMs)
    const missing = this.#ring.missingFrom(recent, sinceMs, nowMs)
    const held = missing.length > 0 ? await this.#needs.heldAuthors(missing) : new Map<string, number>()
    for (const [author, ids] of Map.groupBy(missing, (id) => held.get(id))) this.removeDanmaku(ids, author)
    this.broadcast(recent)
  }

  /** Sends the number of pages if it changed enough. */
  updateOnline(): void {
    for (const group of this.#groups) group.updateOnline()
  }

  close(): void {
    for (const group of this.#groups) group.close()
    this.#groups = []
  }

  #newGroup(): PageGroup {
    const group = new PageGroup({
      room: this.#name,
      frames: (frame) => this.#frames(frame),
      roomFrame: (danmaku, online) => this.#roomFrame(danmaku, online),
      online: () => this.#needs.online(this.#name),
      onSkipped: this.#needs.onSkipped,
      enqueue: (work) => this.#enqueue(work),
    })
    this.#groups.push(group)
    return group
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((err: unknown) => {
      this.#needs.log.error({ err, room: this.#name }, 'a frame could not be sent to a room')
    })
  }

  #fill(): Promise<void> {
    this.#filled ??= this.#needs
      .recent(this.#name, this.#needs.clock.nowMs() - missedMs)
      .then((earlier) => this.#ring.fill(earlier))
      .catch((err: unknown) => {
        this.#needs.log.warn({ err, room: this.#name }, 'recent danmaku of a room could not be loaded')
      })
    return this.#filled
  }

  #roomFrame(danmaku: Danmaku[], online: number): ServerFrame {
    const crowd = this.#needs.crowd(this.#name)
    return { room: this.#name, danmaku, online, ...(crowd > 0 ? { crowd } : {}) }
  }

  #frames(frame: ServerFrame): ScriptFrames {
    return framesOf(frame, this.#needs.convert)
  }
}
