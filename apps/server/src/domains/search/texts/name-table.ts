/** Two independent 32-bit hashes of a text, computed in one pass. */
function hashesOf(text: string): [number, number] {
  let a = 0x811c9dc5
  let b = 0x9747b28c
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x5bd1e995)
    b ^= b >>> 13
  }
  return [a >>> 0, b >>> 0]
}

/**
 * Interns names: assigns consecutive numbers to distinct names. Stores only 64-bit hashes, which takes a fifth of a `Map`'s
 * memory; among some millions of names, collisions are practically impossible.
 */
export class NameTable {
  size = 0
  private hashes = new Uint32Array(2 * 1024)
  /** Open-addressing hash table: number + 1, or 0 for a free place. */
  private places = new Uint32Array(1024)

  /** The number of a name, and whether it was added by this call. */
  intern(name: string): { number: number; isNew: boolean } {
    const [a, b] = hashesOf(name)
    const place = this.placeOf(a, b)
    const found = this.places[place] ?? 0
    if (found > 0) return { number: found - 1, isNew: false }
    this.put(place, a, b, this.size)
    this.size++
    if (this.size * 4 > this.places.length * 3) this.grow()
    return { number: this.size - 1, isNew: true }
  }

  has(name: string): boolean {
    const [a, b] = hashesOf(name)
    return this.places[this.placeOf(a, b)] !== 0
  }

  private placeOf(a: number, b: number): number {
    const mask = this.places.length - 1
    let place = a & mask
    while (this.places[place] !== 0 && (this.hashes[2 * place] !== a || this.hashes[2 * place + 1] !== b))
      place = (place + 1) & mask
    return place
  }

  private put(place: number, a: number, b: number, number: number): void {
    this.hashes[2 * place] = a
    this.hashes[2 * place + 1] = b
    this.places[place] = number + 1
  }

  private grow(): void {
    const { hashes, places } = this
    this.hashes = new Uint32Array(2 * hashes.length)
    this.places = new Uint32Array(2 * places.length)
    for (let at = 0; at < places.length; at++) {
      const number = (places[at] ?? 0) - 1
      if (number < 0) continue
      const [a, b] = [hashes[2 * at] ?? 0, hashes[2 * at + 1] ?? 0]
      this.put(this.placeOf(a, b), a, b, number)
    }
  }
}
