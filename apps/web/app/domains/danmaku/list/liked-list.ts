import type { Room, Script } from '@yunmu/contract'
import { callOnce } from '../../../lib/calls/call-query.ts'

/** Danmaku of a pool that the viewer liked. Packs are shared by all viewers and do not contain this. */
export class LikedList {
  readonly #pool: Room
  readonly #script: Script
  #ids = new Set<string>()

  constructor(pool: Room, script: Script) {
    this.#pool = pool
    this.#script = script
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  set(id: string, isLiked: boolean): void {
    if (isLiked) this.#ids.add(id)
    else this.#ids.delete(id)
  }

  /**
   * Loads the list for another viewer.
   *
   * @param isKnown whether the viewer is signed in
   */
  async load(isKnown: boolean): Promise<void> {
    const ids = new Set<string>()
    this.#ids = ids
    if (!isKnown) return
    try {
      const reply = await callOnce('danmakuUpped', this.#pool, this.#script)
      for (const id of reply.ids) ids.add(id)
    } catch {
      // All appear as not liked.
    }
  }
}
