/** Pixels in rows: three bytes each for frames and grounds, four (with opacity) for what is drawn on them. */
export interface Bitmap {
  width: number
  height: number
  pixels: Uint8Array
}

/** Draws a bitmap with opacity on a frame, cut at its edges. */
export function blend(target: Bitmap, source: Bitmap, left: number, top: number): void {
  const fromX = Math.max(0, -left)
  const toX = Math.min(source.width, target.width - left)
  const fromY = Math.max(0, -top)
  const toY = Math.min(source.height, target.height - top)
  const [ground, drawn] = [target.pixels, source.pixels]
  for (let y = fromY; y < toY; y++) {
    let at = (y * source.width + fromX) * 4
    let to = ((y + top) * target.width + left + fromX) * 3
    for (let x = fromX; x < toX; x++, at += 4, to += 3) {
      const opacity = drawn[at + 3] ?? 0
      if (opacity === 0) continue
      for (let part = 0; part < 3; part++) {
        const below = ground[to + part] ?? 0
        ground[to + part] = below + (((drawn[at + part] ?? 0) - below) * opacity) / 255
      }
    }
  }
}
