/** A box of an ISO base media file (ISO/IEC 14496-12 section 4.2), found in a piece of bytes. */
export interface FoundBox {
  /** Types from the outermost to its own: `moov/trak/mdia`. */
  path: string
  /** Of its content, behind the header. */
  start: number
  /** Just behind its content; beyond the piece where the piece was cut. */
  end: number
}

const longestPath = 12

/**
 * The boxes in these bytes, in order, and those inside of the types in `inside`. Ends quietly where the bytes are no
 * boxes, or cut.
 */
export function boxesIn(bytes: Uint8Array, inside: readonly string[] = []): FoundBox[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: FoundBox[] = []
  const walk = (from: number, to: number, parents: readonly string[]): void => {
    let at = from
    while (at + 8 <= Math.min(to, bytes.length)) {
      const written = view.getUint32(at)
      if (written === 1 && at + 16 > bytes.length) return
      const header = written === 1 ? 16 : 8
      const size = written === 1 ? Number(view.getBigUint64(at + 8)) : written === 0 ? to - at : written
      if (size < header || at + size > to) return
      const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
      const path = [...parents, type]
      found.push({ path: path.join('/'), start: at + header, end: at + size })
      if (inside.includes(type) && path.length < longestPath) walk(at + header, at + size, path)
      at += size
    }
  }
  walk(0, Number.MAX_SAFE_INTEGER, [])
  return found
}

/** The content of the first whole box at this path of types, or null. */
export function findBox(bytes: Uint8Array, path: readonly string[]): Uint8Array | null {
  const wanted = path.join('/')
  const box = boxesIn(bytes, path.slice(0, -1)).find((each) => each.path === wanted && each.end <= bytes.length)
  return box ? bytes.subarray(box.start, box.end) : null
}
