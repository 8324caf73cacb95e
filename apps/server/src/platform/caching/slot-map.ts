/** Ids come from sequences: below this, slots are looked up in an array, which takes a tenth of a map's memory. */
const smallIdLimit = 2 ** 24

/**
 * Maps ids to slots, so that data of a million titles can be stored in flat arrays by slot, outside the heap that is
 * scanned by the garbage collector.
 */
export class SlotMap {
  /** Number of ids with a slot. */
  size = 0
  /** Slot plus one; 0 for none. */
  private smallIdSlots = new Uint32Array(1024)
  private largeIdSlots = new Map<number, number>()

  get(id: number): number | undefined {
    if (id >= smallIdLimit) return this.largeIdSlots.get(id)
    const stored = this.smallIdSlots[id] ?? 0
    return stored === 0 ? undefined : stored - 1
  }

  set(id: number, slot: number | null): void {
    this.size += Number(slot !== null) - Number(this.get(id) !== undefined)
    if (id >= smallIdLimit) {
      if (slot === null) this.largeIdSlots.delete(id)
      else this.largeIdSlots.set(id, slot)
      return
    }
    if (id >= this.smallIdSlots.length) {
      const grown = new Uint32Array(Math.min(smallIdLimit, Math.ceil(id * 1.25) + 1024))
      grown.set(this.smallIdSlots)
      this.smallIdSlots = grown
    }
    this.smallIdSlots[id] = slot === null ? 0 : slot + 1
  }
}
