/** A set of small whole numbers, one bit each. */
export class BitSet {
  words = new Uint32Array(0)

  has(at: number): boolean {
    return (((this.words[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1
  }

  set(at: number, on: boolean): void {
    if (at >>> 5 >= this.words.length) this.grow((at >>> 5) + 1)
    const word = this.words[at >>> 5] ?? 0
    this.words[at >>> 5] = on ? word | (1 << (at & 31)) : word & ~(1 << (at & 31))
  }

  private grow(length: number): void {
    const grown = new Uint32Array(Math.max(length, Math.ceil(this.words.length * 1.5)))
    grown.set(this.words)
    this.words = grown
  }
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The intersection of sets, and its size. */
export function intersect(sets: readonly BitSet[]): { common: BitSet; count: number } {
  const [first, ...others] = sets.map(({ words }) => words).toSorted((a, b) => a.length - b.length)
  const common = new BitSet()
  common.words = first ? first.slice() : new Uint32Array(0)
  const { words } = common
  for (const other of others) for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) & (other[at] ?? 0)
  let count = 0
  for (let at = 0; at < words.length; at++) count += bitsIn(words[at] ?? 0)
  return { common, count }
}

/** The union of sets. */
export function unite(sets: readonly BitSet[]): BitSet {
  const all = new BitSet()
  all.words = new Uint32Array(Math.max(0, ...sets.map(({ words }) => words.length)))
  for (const { words } of sets)
    for (let at = 0; at < words.length; at++) all.words[at] = (all.words[at] ?? 0) | (words[at] ?? 0)
  return all
}

/** The members of a set, ascending. */
export function membersOf({ words }: BitSet): number[] {
  const members: number[] = []
  for (let at = 0; at < words.length; at++) {
    for (let word = words[at] ?? 0; word !== 0; word &= word - 1) members.push(at * 32 + 31 - Math.clz32(word & -word))
  }
  return members
}
