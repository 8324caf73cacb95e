import { SlotMap } from '../../../platform/caching/slot-map.ts'
import { BitSet, intersect, membersOf, unite } from './bit-set.ts'

/** In-memory index of lists: a bit per title and facet, and the titles sorted by each order. */

export const listOrders = ['updatedAt', 'hits', 'score'] as const
export type ListOrderKey = (typeof listOrders)[number]

/** A title in the index. The three keys are whole numbers below 2^32. */
export interface ListedTitle {
  id: number
  facets: readonly number[]
  updatedAt: number
  hits: number
  score: number
}

/** Facets by which titles are chosen, by their ids. */
export interface ListedFacets {
  /** A title has all of these, */
  facets: readonly number[]
  /** one of these, if given, */
  anyOf?: readonly number[] | null
  /** and not this one. */
  noneOf?: number | undefined
  /** Its key in the order is at least this. */
  minKey?: number | undefined
}

/** Up to this many matches are sorted; more are found by scanning the order. */
const maxSortedMatches = 500
/** Up to this many changes are inserted one by one; more cause a complete sort. */
const maxIncrementalChanges = 200
const initialCapacity = 1024
const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

type Uint32s = Uint32Array<ArrayBuffer>
const forEachOrder = <Value>(make: (order: ListOrderKey) => Value): Record<ListOrderKey, Value> => ({
  updatedAt: make('updatedAt'),
  hits: make('hits'),
  score: make('score'),
})

/**
 * Selects any page of any filter in any order by counting bits: a million titles take less than a millisecond and about
 * seventy megabytes. Totals are exact. Synchronous; the store around it loads and refreshes it.
 */
export class ListingIndex {
  /** A title keeps its slot while it is listed; all arrays below are indexed by slot. */
  private slotOf = new SlotMap()
  /** 0 marks a free slot. */
  private ids: Uint32s = new Uint32Array(initialCapacity)
  private keys = forEachOrder<Uint32s>(() => new Uint32Array(initialCapacity))
  private free: number[] = []
  private members = new Map<number, BitSet>()
  /**
   * The slots in each order: greater key first, then greater id. Only the first `size` elements are used. They are moved
   * in place: at a million titles, new arrays would take 47 ms of CPU for each change instead of 0.2.
   */
  private sorted = forEachOrder<Uint32s>(() => new Uint32Array(0))

  /** Number of titles in the index. */
  get size(): number {
    return this.slotOf.size
  }

  /** Adds or updates titles, and removes others. */
  apply(titles: readonly ListedTitle[], removedIds: readonly number[] = []): void {
    const touched = new Set([...titles.map(({ id }) => id), ...removedIds])
    if (touched.size > maxIncrementalChanges) {
      this.update(titles, removedIds)
      this.sort()
      return
    }
    const moved = this.movedIn(touched, new Map(titles.map((title) => [title.id, title])), new Set(removedIds))
    const remaining = forEachOrder((order) => this.removeFromOrder(order, moved[order]))
    this.update(titles, removedIds)
    for (const order of listOrders) this.insertIntoOrder(order, moved[order], remaining[order])
  }

  /** The ids whose position changes, by order: of an updated title usually one key of the three changes. */
  private movedIn(
    touched: ReadonlySet<number>,
    titles: ReadonlyMap<number, ListedTitle>,
    removed: ReadonlySet<number>,
  ): Record<ListOrderKey, number[]> {
    return forEachOrder((order) =>
      [...touched].filter((id) => {
        const slot = this.slotOf.get(id)
        return slot === undefined || removed.has(id) || this.keys[order][slot] !== titles.get(id)?.[order]
      }),
    )
  }

  /** Adds or updates titles without sorting: for loading in batches, followed by `sort`. */
  update(titles: readonly ListedTitle[], removedIds: readonly number[] = []): void {
    for (const id of removedIds) {
      const slot = this.slotOf.get(id)
      if (slot === undefined) continue
      this.clearFacets(slot)
      this.slotOf.set(id, null)
      this.ids[slot] = 0
      this.free.push(slot)
    }
    for (const title of titles) {
      const existing = this.slotOf.get(title.id)
      if (existing !== undefined) this.clearFacets(existing)
      const slot = existing ?? this.allocateSlot(title.id)
      this.ids[slot] = title.id
      for (const order of listOrders) this.keys[order][slot] = title[order]
      this.addFacets(slot, title.facets)
    }
  }

  /** Sorts everything as 64-bit numbers of key and id, which needs no comparison function. */
  sort(): void {
    const size = this.slotOf.size
    const pairs = new Uint32Array(2 * size)
    const [low, high] = isLittleEndian ? [0, 1] : [1, 0]
    for (const order of listOrders) {
      const keys = this.keys[order]
      let at = 0
      for (let slot = 0; at < pairs.length; slot++) {
        if (this.ids[slot] === 0) continue
        pairs[at + low] = this.ids[slot] ?? 0
        pairs[at + high] = keys[slot] ?? 0
        at += 2
      }
      new BigUint64Array(pairs.buffer).sort()
      const sorted = new Uint32Array(size)
      for (let to = 0; to < size; to++) sorted[to] = this.slotOf.get(pairs[2 * (size - 1 - to) + low] ?? 0) ?? 0
      this.sorted[order] = sorted
    }
  }

  /** Those of the ids that are in the index, in an order. */
  ordered(ids: readonly number[], order: ListOrderKey, noneOf?: number): number[] {
    const slots = ids
      .map((id) => this.slotOf.get(id))
      .filter((slot) => slot !== undefined)
      .filter((slot) => !this.hasFacet(slot, noneOf))
    return this.idsOf(slots.toSorted((a, b) => this.compare(order, a, b)))
  }

  /** The current entry of a title. */
  get(id: number): ListedTitle | undefined {
    const slot = this.slotOf.get(id)
    if (slot === undefined) return undefined
    const facets = [...this.members].filter(([, set]) => set.has(slot)).map(([facet]) => facet)
    const [updatedAt = 0, hits = 0, score = 0] = listOrders.map((order) => this.keys[order][slot])
    return { id, facets, updatedAt, hits, score }
  }

  /** The plays of those ids that are in the index. */
  hitsOf(ids: readonly number[], noneOf?: number): Map<number, number> {
    const hits = new Map<number, number>()
    for (const id of ids) {
      const slot = this.slotOf.get(id)
      if (slot !== undefined && !this.hasFacet(slot, noneOf)) hits.set(id, this.keys.hits[slot] ?? 0)
    }
    return hits
  }

  /**
   * The ids of one page and the number of all matches: titles with all of `facets`, and at least one of `anyOf` if
   * given, and not `noneOf`. A facet without titles matches nothing.
   */
  choose(
    { facets, anyOf = null, noneOf, minKey }: ListedFacets,
    order: ListOrderKey,
    offset: number,
    limit: number,
  ): { ids: number[]; total: number } {
    const size = minKey === undefined ? this.size : this.countFrom(order, minKey)
    const sorted = this.sorted[order].subarray(0, size)
    if (facets.length === 0 && anyOf === null && noneOf === undefined)
      return { ids: this.idsOf(sorted.subarray(offset, offset + limit)), total: sorted.length }
    const sets = this.setsOf(facets)
    if (sets.length < facets.length) return { ids: [], total: 0 }
    if (anyOf !== null) sets.push(unite(this.setsOf(anyOf)))
    if (noneOf !== undefined) sets.push(this.listedWithout(sorted, noneOf))
    const { common, count } = intersect(sets)
    if (minKey !== undefined) {
      const matches = this.idsOf(sorted.filter((slot) => common.has(slot)))
      return { ids: matches.slice(offset, offset + limit), total: matches.length }
    }
    if (offset >= count) return { ids: [], total: count }
    if (count > maxSortedMatches) return { ids: this.idsOf(scanOrder(sorted, common, offset, limit)), total: count }
    const all = membersOf(common).toSorted((a, b) => this.compare(order, a, b))
    return { ids: this.idsOf(all.slice(offset, offset + limit)), total: count }
  }

  /** The number of titles whose key in an order is at least `minKey`. */
  private countFrom(order: ListOrderKey, minKey: number): number {
    const [sorted, keys] = [this.sorted[order], this.keys[order]]
    let [low, high] = [0, this.size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[sorted[middle] ?? 0] ?? 0) >= minKey) low = middle + 1
      else high = middle
    }
    return low
  }

  private hasFacet(slot: number, facet: number | undefined): boolean {
    return facet !== undefined && (this.members.get(facet)?.has(slot) ?? false)
  }

  /** All listed titles but those of a facet. */
  private listedWithout(sorted: Uint32s, facet: number): BitSet {
    const others = new BitSet()
    for (const slot of sorted) if (!this.hasFacet(slot, facet)) others.set(slot, true)
    return others
  }

  private setsOf(facets: readonly number[]): BitSet[] {
    return facets.map((facet) => this.members.get(facet)).filter((set) => set !== undefined)
  }

  private idsOf(slots: ArrayLike<number>): number[] {
    return Array.from(slots, (slot) => this.ids[slot] ?? 0)
  }

  private compare(order: ListOrderKey, a: number, b: number): number {
    const keys = this.keys[order]
    return (keys[b] ?? 0) - (keys[a] ?? 0) || (this.ids[b] ?? 0) - (this.ids[a] ?? 0)
  }

  /** Removes titles from an order, before their keys change. Returns the number of those that remain. */
  private removeFromOrder(order: ListOrderKey, ids: readonly number[]): number {
    const sorted = this.sorted[order]
    const listed = sorted.subarray(0, this.size)
    const places = ids
      .map((id) => this.slotOf.get(id))
      .filter((slot) => slot !== undefined)
      .map((slot) => this.lowerBound(listed, order, slot))
      .toSorted((a, b) => a - b)
    let to = places[0] ?? 0
    for (const [at, place] of places.entries()) {
      const end = places[at + 1] ?? listed.length
      sorted.copyWithin(to, place + 1, end)
      to += end - place - 1
    }
    return listed.length - places.length
  }

  /** Inserts those titles that are listed into an order of so many others. */
  private insertIntoOrder(order: ListOrderKey, ids: readonly number[], count: number): void {
    const slots = ids
      .map((id) => this.slotOf.get(id))
      .filter((slot) => slot !== undefined)
      .toSorted((a, b) => this.compare(order, a, b))
    if (count + slots.length > this.sorted[order].length) {
      const grown = new Uint32Array(Math.ceil((count + slots.length) * 1.1))
      grown.set(this.sorted[order].subarray(0, count))
      this.sorted[order] = grown
    }
    const sorted = this.sorted[order]
    const others = sorted.subarray(0, count)
    const places = slots.map((slot) => this.lowerBound(others, order, slot))
    let end = count
    for (let at = slots.length - 1; at >= 0; at--) {
      const place = places[at] ?? 0
      sorted.copyWithin(place + at + 1, place, end)
      sorted[place + at] = slots[at] ?? 0
      end = place
    }
  }

  /** The first position in the order that is not before the given slot. */
  private lowerBound(sorted: Uint32s, order: ListOrderKey, slot: number): number {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.compare(order, sorted[middle] ?? 0, slot) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  private addFacets(slot: number, facets: readonly number[]): void {
    for (const facet of facets) {
      const set = this.members.get(facet) ?? new BitSet()
      this.members.set(facet, set)
      set.set(slot, true)
    }
  }

  /**
   * Scans every facet: there are some hundreds, and storing those of each title would need more memory than everything
   * else.
   */
  private clearFacets(slot: number): void {
    for (const set of this.members.values()) if (set.has(slot)) set.set(slot, false)
  }

  private allocateSlot(id: number): number {
    const slot = this.free.pop() ?? this.slotOf.size
    this.slotOf.set(id, slot)
    if (slot >= this.ids.length) this.resize(Math.ceil(this.ids.length * 1.5))
    return slot
  }

  private resize(capacity: number): void {
    const resized = (old: Uint32s): Uint32s => {
      const next = new Uint32Array(capacity)
      next.set(old)
      return next
    }
    this.ids = resized(this.ids)
    for (const order of listOrders) this.keys[order] = resized(this.keys[order])
  }
}

function scanOrder(sorted: Uint32s, common: BitSet, offset: number, limit: number): number[] {
  const page: number[] = []
  let skipped = 0
  for (let at = 0; at < sorted.length && page.length < limit; at++) {
    const slot = sorted[at] ?? 0
    if (!common.has(slot)) continue
    if (skipped < offset) skipped++
    else page.push(slot)
  }
  return page
}
