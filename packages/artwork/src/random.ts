/** A random generator that gives the same numbers for the same seed on every machine. */
export interface SeededRandom {
  /** In [0, 1). */
  next(): number
  range(from: number, to: number): number
  /** Both inclusive. */
  int(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

/** 32-bit hash of a text (FNV-1a over code points, with MurmurHash3's finaliser). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Mulberry32 over the hash of the seed. */
export function createRandom(seed: string): SeededRandom {
  let state = hashText(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  return {
    next,
    range: (from, to) => from + next() * (to - from),
    int: (from, to) => Math.floor(from + next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => pickAt(items, next()),
  }
}

function pickAt<T>(items: readonly T[], share: number): T {
  const item = items[Math.floor(share * items.length)]
  if (item === undefined) throw new RangeError('A pick needs at least one item')
  return item
}

/** Smooth random function with values in [0, 1]; more octaves make it rougher. */
export type Noise = (x: number, octaves: number) => number

export function noiseOf(random: SeededRandom): Noise {
  const values = Float64Array.from({ length: 512 }, () => random.next())
  const at = (index: number): number => values[index & 511] ?? 0
  const smooth = (x: number): number => {
    const cell = Math.floor(x)
    const t = x - cell
    const ease = t * t * (3 - 2 * t)
    return at(cell) * (1 - ease) + at(cell + 1) * ease
  }
  return (x, octaves) => {
    let sum = 0
    let weight = 0
    let amplitude = 0.5
    let position = x
    for (let octave = 0; octave < octaves; octave += 1) {
      sum += amplitude * smooth(position)
      weight += amplitude
      // Not an integer, because the octaves would share their zero crossings.
      position = position * 2.07 + 13.7
      amplitude *= 0.5
    }
    return sum / weight
  }
}
