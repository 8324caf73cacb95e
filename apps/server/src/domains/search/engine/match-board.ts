import { rankCount } from './match-ranks.ts'

const littleEnd = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

/** The texts that a search has found, each with its best rank. One serves all searches, one after the other. */
export class MatchBoard {
  /** By text: one more than its rank, 0 for those that were not found. */
  private ranks = new Uint8Array(0)
  private texts: number[] = []

  /** How many texts were found. */
  get size(): number {
    return this.texts.length
  }

  /** Forgets what was found before. `textCount` is how many texts there are. */
  clear(textCount: number): void {
    for (const text of this.texts) this.ranks[text] = 0
    this.texts = []
    if (this.ranks.length < textCount) this.ranks = new Uint8Array(Math.ceil(textCount * 1.1))
  }

  note(text: number, rank: number): void {
    const known = this.ranks[text] ?? 0
    if (known === 0) this.texts.push(text)
    if (known === 0 || rank + 1 < known) this.ranks[text] = rank + 1
  }

  /** The texts of each rank, in the order in which they were found. */
  byRank(): number[][] {
    const found: number[][] = Array.from({ length: rankCount }, () => [])
    for (const text of this.texts) found[(this.ranks[text] ?? 1) - 1]?.push(text)
    return found
  }
}

/** Gathers titles by plays, each once, and sorts their ids natively, as 64-bit numbers of plays and id. */
export class PlaysSorter {
  /** By slot: whether the title has been added. */
  private added = new Uint8Array(0)
  private slots: number[] = []
  private pairs = new Uint32Array(2 * 1024)
  private count = 0

  get size(): number {
    return this.count
  }

  /** Forgets which titles were added before. `slotCount` is how many there may be. */
  begin(slotCount: number): void {
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
    this.pairs[2 * this.count + (littleEnd ? 0 : 1)] = id
    this.pairs[2 * this.count + (littleEnd ? 1 : 0)] = hits
    this.count++
  }

  /** The ids added since the last time, the most played first, then the greater. */
  take(): number[] {
    const { pairs, count } = this
    new BigUint64Array(pairs.buffer, 0, count).sort()
    const ids: number[] = []
    for (let at = count - 1; at >= 0; at--) ids.push(pairs[2 * at + (littleEnd ? 0 : 1)] ?? 0)
    this.count = 0
    return ids
  }
}
