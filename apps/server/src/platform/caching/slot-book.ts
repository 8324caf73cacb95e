/** Ids are counted up by the database: up to here a slot is looked up by place, which takes a tenth of a map's room. */
const smallId = 2 ** 24

/**
 * The slot of each id: what is kept of a million titles stands in flat arrays by slot, outside of the heap that is searched
 * for garbage again and again.
 */
export class SlotBook {
  /** How many ids have a slot. */
  size = 0
  /** One more than the slot; 0 for none. */
  private places = new Uint32Array(1024)
  private others = new Map<number, number>()

  get(id: number): number | undefined {
    if (id >= smallId) return this.others.get(id)
    const place = this.places[id] ?? 0
    return place === 0 ? undefined : place - 1
  }

  set(id: number, slot: number | null): void {
    this.size += Number(slot !== null) - Number(this.get(id) !== undefined)
    if (id >= smallId) {
      if (slot === null) this.others.delete(id)
      else this.others.set(id, slot)
      return
    }
    if (id >= this.places.length) {
      const grown = new Uint32Array(Math.min(smallId, Math.ceil(id * 1.25) + 1024))
      grown.set(this.places)
      this.places = grown
    }
    this.places[id] = slot === null ? 0 : slot + 1
  }
}
