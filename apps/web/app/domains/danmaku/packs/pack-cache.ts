import type { danmakuList, ReplyOf } from '@yunmu/contract'
import { isFar, packsFor } from './pack-rules.ts'

export type PackReply = ReplyOf<typeof danmakuList>

export interface PackCacheOptions {
  load(pack: number): Promise<PackReply>
  /** Called with each loaded pack and the time of its request. */
  onLoaded(pack: number, reply: PackReply, requestedMs: number): void
}

interface Pack {
  isLoading: boolean
  failures: number
}

const firstRetryMs = 3000
const maxRetryMs = 60_000

/** Packs around the current moment. Failed loads are retried silently. */
export class PackCache {
  readonly #options: PackCacheOptions
  readonly #packs = new Map<number, Pack>()
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()
  #moment: { sec: number; endSec: number } | null = null
  #isOver = false

  constructor(options: PackCacheOptions) {
    this.#options = options
  }

  /** Loads the missing packs of the moment and evicts far ones. */
  ensure(sec: number, endSec: number): void {
    this.#moment = { sec, endSec }
    this.evictFar(sec)
    for (const pack of packsFor(sec, endSec)) if (!this.#packs.has(pack)) void this.#load(pack)
  }

  /** Reloads the packs of the moment, after frames may have been missed. */
  refresh(): void {
    if (!this.#moment) return
    const { sec, endSec } = this.#moment
    for (const pack of packsFor(sec, endSec)) if (!this.#packs.get(pack)?.isLoading) void this.#load(pack)
  }

  /** Evicts packs far from a moment. */
  evictFar(sec: number): void {
    for (const pack of this.#packs.keys()) if (isFar(pack, sec)) this.#packs.delete(pack)
  }

  /** Evicts all packs; replies of pending loads are ignored. */
  clear(): void {
    this.#packs.clear()
  }

  destroy(): void {
    this.#isOver = true
    for (const timer of this.#timers) clearTimeout(timer)
  }

  async #load(pack: number): Promise<void> {
    const entry = this.#packs.get(pack) ?? { isLoading: true, failures: 0 }
    entry.isLoading = true
    this.#packs.set(pack, entry)
    const requestedMs = Date.now()
    try {
      const reply = await this.#options.load(pack)
      // It may have been evicted or reloaded meanwhile.
      if (this.#isOver || this.#packs.get(pack) !== entry) return
      entry.failures = 0
      this.#options.onLoaded(pack, reply, requestedMs)
    } catch {
      entry.failures++
      if (!this.#isOver) this.#loadLater(pack, entry)
    } finally {
      entry.isLoading = false
    }
  }

  #loadLater(pack: number, entry: Pack): void {
    const waitMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (entry.failures - 1))
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (this.#packs.get(pack) === entry && !entry.isLoading) void this.#load(pack)
    }, waitMs)
    this.#timers.add(timer)
  }
}
