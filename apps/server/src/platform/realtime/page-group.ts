import { realtimeBounds, type Danmaku, type ServerFrame } from '@yunmu/contract'
import { forEachYielding } from './for-each-yielding.ts'
import type { PageSocket } from './page-socket.ts'
import type { ScriptFrames } from './frames.ts'

/**
 * Maximum number of danmaku per batch: two hundred a second is more than anybody can read, and packs contain the rest.
 */
const maxPerBatch = 40

export interface PageGroupNeeds {
  room: string
  frames(frame: ServerFrame): ScriptFrames
  /** The frame with new danmaku and the number of pages. */
  roomFrame(danmaku: Danmaku[], online: number): ServerFrame
  /** The number of pages in the room over all processes. */
  online(): number
  /** Called with the number of danmaku that were not sent because the batch was full, summed over pages. */
  onSkipped(count: number): void
  /** Queues a flush: the groups of a room flush one after the other. */
  enqueue(task: () => Promise<void>): void
}

/** A removed danmaku, and the user who keeps seeing it. */
interface Removal {
  id: string
  exceptUserId: number | undefined
}

/** Whether the number of pages changed by more than one percent. */
export const isCountOutdated = (count: number, sent: number): boolean => Math.abs(count - sent) > sent / 100

/** A group of a room's pages that get the same batches. */
export class PageGroup {
  readonly pages = new Set<PageSocket>()
  readonly #needs: PageGroupNeeds
  #pending: Danmaku[] = []
  #removals: Removal[] = []
  /** Whether a flush is queued or running, or the interval after one has not passed. */
  #isPaused = false
  #pause: NodeJS.Timeout | undefined
  #sentOnline = 0

  constructor(needs: PageGroupNeeds) {
    this.#needs = needs
  }

  broadcast(danmaku: readonly Danmaku[]): void {
    this.#pending.push(...danmaku)
    // Bounds memory while a flush is running.
    if (this.#pending.length > 2 * maxPerBatch) this.#pending = this.#heaviest(this.#pending)
    this.#flushSoon()
  }

  removeDanmaku(ids: readonly string[], exceptUserId?: number): void {
    const removals = new Set(ids)
    this.#pending = this.#pending.filter(({ id }) => !removals.has(id))
    for (const id of ids) this.#removals.push({ id, exceptUserId })
    this.#flushSoon()
  }

  /** Sends the number of pages if it changed enough. */
  updateOnline(): void {
    if (isCountOutdated(this.#needs.online(), this.#sentOnline)) this.#flushSoon()
  }

  close(): void {
    clearTimeout(this.#pause)
    this.pages.clear()
  }

  /** The first danmaku is sent at once; those within the interval after it are sent in one batch. */
  #flushSoon(): void {
    if (this.#isPaused) return
    this.#isPaused = true
    setImmediate(() => this.#needs.enqueue(() => this.#flush()))
  }

  async #flush(): Promise<void> {
    const startedMs = performance.now()
    const [danmaku, removals] = [this.#heaviest(this.#pending), this.#removals]
    this.#pending = []
    this.#removals = []
    try {
      if (removals.length > 0) await this.#sendRemovals(removals)
      if (danmaku.length > 0 || removals.length === 0) {
        this.#sentOnline = this.#needs.online()
        await this.#send(this.#needs.roomFrame(danmaku, this.#sentOnline))
      }
    } finally {
      const leftMs = realtimeBounds.batchMs - (performance.now() - startedMs)
      if (this.pages.size > 0) this.#pause = setTimeout(() => this.#resume(), Math.max(0, leftMs))
      else this.#resume()
    }
  }

  #resume(): void {
    this.#isPaused = false
    if (this.pages.size > 0 && this.#pending.length + this.#removals.length > 0) this.#flushSoon()
  }

  #heaviest(danmaku: Danmaku[]): Danmaku[] {
    const selected = heaviest(danmaku, maxPerBatch)
    if (selected.length < danmaku.length) this.#needs.onSkipped((danmaku.length - selected.length) * this.pages.size)
    return selected
  }

  async #sendRemovals(removals: readonly Removal[]): Promise<void> {
    const framesFor = (userId: number): ScriptFrames | null => {
      const ids = removals.flatMap(({ id, exceptUserId }) => (exceptUserId === userId ? [] : [id]))
      return ids.length === 0 ? null : this.#needs.frames({ room: this.#needs.room, gone: ids })
    }
    const framesForOthers = framesFor(0)
    const framesByAuthor = new Map(
      removals.flatMap(({ exceptUserId: id }) => (id ? [[id, framesFor(id)] as const] : [])),
    )
    await forEachYielding(this.pages, (page) => {
      const frames = framesByAuthor.has(page.userId) ? framesByAuthor.get(page.userId) : framesForOthers
      if (frames) page.send(frames)
    })
  }

  async #send(frame: ServerFrame): Promise<void> {
    const frames = this.#needs.frames(frame)
    await forEachYielding(this.pages, (page) => page.send(frames))
  }
}

/** The heaviest danmaku, in their order; of equal weight the latest. */
export function heaviest<One extends Pick<Danmaku, 'weight'>>(danmaku: readonly One[], limit: number): One[] {
  if (danmaku.length <= limit) return [...danmaku]
  const places = danmaku.map(({ weight }, place) => ({ weight, place }))
  places.sort((one, other) => other.weight - one.weight || other.place - one.place)
  const selected = new Set(places.slice(0, limit).map(({ place }) => place))
  return danmaku.filter((_, place) => selected.has(place))
}
