import { rankCount } from './match-ranks.ts'

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

/** The texts that match a query, each with its best rank. Reused by all searches, which run one after the other. */
export class TextMatches {
  /** Indexed by text: rank + 1, or 0 if not found. */
  private ranks = new Uint8Array(0)
  private texts: number[] = []

  /** Number of texts. */
  get size(): number {
    return this.texts.length
  }

  /** Removes all texts. `textCount` is the number of texts in the pool. */
  clear(textCount: number): void {
    for (const text of this.texts) this.ranks[text] = 0
    this.texts = []
    if (this.ranks.length < textCount) this.ranks = new Uint8Array(Math.ceil(textCount * 1.1))
  }

  add(text: number, rank: number): void {
    const known = this.ranks[text] ?? 0
    if (known === 0) this.texts.push(text)
    if (known === 0 || rank + 1 < known) this.ranks[text] = rank + 1
  }

  /** The texts of each rank in the order in which they were added. */
  byRank(): number[][] {
    const found: number[][] = Array.from({ length: rankCount }, () => [])
    for (const text of this.texts) found[(this.ranks[text] ?? 1) - 1]?.push(text)
    return found
  }
}

/** Collects distinct titles and sorts them by plays, as 64-bit numbers of plays and id. */
export class PlaysSorter {
  /** Indexed by slot: 1 if the title was added since the last reset. */
  private added = new Uint8Array(0)
  private slots: number[] = []
  private pairs = new Uint32Array(2 * 1024)
  private count = 0

  get size(): number {
    return this.count
  }

  /** Allows all titles to be added again. `slotCount` is the number of slots in the pool. */
  reset(slotCount: number): void {
    for (const slot of this.slots) this.added[slot] = 0
    this.slots = []
    if (this.added.length < slotCount) this.added = new Uint8Array(Math.ceil(slotCount * 1.1))
  }

  add(slot: number, id: number, hits: number): void {
    if (this.added[slot] === 1) return
    this.added[slot] = 1
    this.slots.push(slot)
    if (2 * this.count === this.pairs.length) {
      const grown = new Uint32Array(2 * this.pairs.length)
      grown.set(this.pairs)
      this.pairs = grown
    }
    this.pairs[2 * this.count + (isLittleEndian ? 0 : 1)] = id
    this.pairs[2 * this.count + (isLittleEndian ? 1 : 0)] = hits
    this.count++
  }

  /** Returns and removes the ids added since the last call, by plays, then by id, both descending. */
  drain(): number[] {
    const { pairs, count } = this
    new BigUint64Array(pairs.buffer, 0, count).sort()
    const ids: number[] = []
    for (let at = count - 1; at >= 0; at--) ids.push(pairs[2 * at + (isLittleEndian ? 0 : 1)] ?? 0)
    this.count = 0
    return ids
  }
}
