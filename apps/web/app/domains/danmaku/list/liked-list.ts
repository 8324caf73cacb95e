import type { Room, Script } from '@yunmu/contract'
import { callOnce } from '../../../lib/calls/call-query.ts'

/** What of a place somebody liked, now or before: packs are the same for everybody, and do not tell. */
export class LikedList {
  readonly #place: Room
  readonly #script: Script
  #ids = new Set<string>()

  constructor(place: Room, script: Script) {
    this.#place = place
    this.#script = script
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  note(id: string, isLiked: boolean): void {
    if (isLiked) this.#ids.add(id)
    else this.#ids.delete(id)
  }

  /** Somebody else asks. @param isKnown whether the station knows who */
  async begin(isKnown: boolean): Promise<void> {
    const ids = new Set<string>()
    this.#ids = ids
    if (!isKnown) return
    try {
      const told = await callOnce('danmakuUpped', this.#place, this.#script)
      for (const id of told.ids) ids.add(id)
    } catch {
      // It looks as if it were not liked.
    }
  }
}
