/** A box of an ISO base media file (ISO/IEC 14496-12, section 4.2) in a buffer. */
export interface FoundBox {
  /** Types from the outermost box to this one: `moov/trak/mdia`. */
  path: string
  /** Start of its content, after the header. */
  start: number
  /** End of its content (exclusive); beyond the buffer if the box was cut off. */
  end: number
}

const maxDepth = 12

/**
 * The boxes in these bytes in order, including the children of the types in `inside`. Stops without an error at bytes
 * that are no box or are cut off.
 */
export function boxesIn(bytes: Uint8Array, inside: readonly string[] = []): FoundBox[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: FoundBox[] = []
  const walk = (from: number, to: number, parents: readonly string[]): void => {
    let at = from
    while (at + 8 <= Math.min(to, bytes.length)) {
      const declaredSize = view.getUint32(at)
      if (declaredSize === 1 && at + 16 > bytes.length) return
      const header = declaredSize === 1 ? 16 : 8
      const size = declaredSize === 1 ? Number(view.getBigUint64(at + 8)) : declaredSize === 0 ? to - at : declaredSize
      if (size < header || at + size > to) return
      const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
      const path = [...parents, type]
      found.push({ path: path.join('/'), start: at + header, end: at + size })
      if (inside.includes(type) && path.length < maxDepth) walk(at + header, at + size, path)
      at += size
    }
  }
  walk(0, Number.MAX_SAFE_INTEGER, [])
  return found
}

/** The content of the first complete box at this path of types, or null. */
export function findBox(bytes: Uint8Array, path: readonly string[]): Uint8Array | null {
  const joinedPath = path.join('/')
  const box = boxesIn(bytes, path.slice(0, -1)).find((each) => each.path === joinedPath && each.end <= bytes.length)
  return box ? bytes.subarray(box.start, box.end) : null
}
