import type { danmakuList, ReplyOf } from '@yunmu/contract'
import { isFar, packsFor } from './pack-rules.ts'

/** A pack as the station tells it. */
export type PackTold = ReplyOf<typeof danmakuList>

export interface ShelfNeeds {
  read(pack: number): Promise<PackTold>
  /** A pack is there, or there anew, as the station had it when it was asked. */
  came(pack: number, told: PackTold, askedMs: number): void
}

interface Pack {
  isLoading: boolean
  failures: number
}

const firstRetryMs = 3000
const longestRetryMs = 60_000

/** The packs around a moment. What cannot be read is read again later, and nobody is bothered. */
export class PackShelf {
  readonly #needs: ShelfNeeds
  readonly #packs = new Map<number, Pack>()
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()
  #moment: { sec: number; endSec: number } | null = null
  #isOver = false

  constructor(needs: ShelfNeeds) {
    this.#needs = needs
  }

  /** Reads what the moment needs and is not there; lets go of what is far from it. */
  want(sec: number, endSec: number): void {
    this.#moment = { sec, endSec }
    this.leave(sec)
    for (const pack of packsFor(sec, endSec)) if (!this.#packs.has(pack)) void this.#read(pack)
  }

  /** Reads the packs of the moment anew: something may have been missed. */
  refresh(): void {
    if (!this.#moment) return
    const { sec, endSec } = this.#moment
    for (const pack of packsFor(sec, endSec)) if (!this.#packs.get(pack)?.isLoading) void this.#read(pack)
  }

  /** Lets go of what is far from a moment: it is read anew when it is wanted. */
  leave(sec: number): void {
    for (const pack of this.#packs.keys()) if (isFar(pack, sec)) this.#packs.delete(pack)
  }

  /** Lets go of all. What is on its way is not taken. */
  forget(): void {
    this.#packs.clear()
  }

  destroy(): void {
    this.#isOver = true
    for (const timer of this.#timers) clearTimeout(timer)
  }

  async #read(pack: number): Promise<void> {
    const known = this.#packs.get(pack) ?? { isLoading: true, failures: 0 }
    known.isLoading = true
    this.#packs.set(pack, known)
    const askedMs = Date.now()
    try {
      const told = await this.#needs.read(pack)
      // It may have been let go meanwhile, or begun anew.
      if (this.#isOver || this.#packs.get(pack) !== known) return
      known.failures = 0
      this.#needs.came(pack, told, askedMs)
    } catch {
      known.failures++
      if (!this.#isOver) this.#readLater(pack, known)
    } finally {
      known.isLoading = false
    }
  }

  #readLater(pack: number, known: Pack): void {
    const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (known.failures - 1))
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (this.#packs.get(pack) === known && !known.isLoading) void this.#read(pack)
    }, waitMs)
    this.#timers.add(timer)
  }
}
