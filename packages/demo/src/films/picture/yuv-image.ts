/**
 * A picture in planar YUV 4:2:0 (BT.709, limited range), the encoder's input format: luma at full size, both chroma
 * planes at half. Rendering in YUV avoids a conversion per frame and halves the number of samples.
 */
export interface YuvImage {
  /** Even. */
  width: number
  height: number
  luma: Uint8Array
  blue: Uint8Array
  red: Uint8Array
}

/** A picture with transparency. Samples are premultiplied by alpha, so that compositing needs one multiplication. */
export interface Layer extends YuvImage {
  /** 0 to 255, at full and at half size. */
  alpha: Uint8Array
  alphaHalf: Uint8Array
}

export const black = 16
export const noColour = 128

export function blackImage(width: number, height: number): YuvImage {
  const half = (width / 2) * (height / 2)
  return {
    width,
    height,
    luma: new Uint8Array(width * height).fill(black),
    blue: new Uint8Array(half).fill(noColour),
    red: new Uint8Array(half).fill(noColour),
  }
}

/**
 * Converts RGBA to a layer.
 * @param rgba four bytes per pixel, not premultiplied
 * @throws RangeError for odd sizes
 */
export function layerOf(rgba: Uint8Array, width: number, height: number): Layer {
  if (width % 2 === 1 || height % 2 === 1) throw new RangeError(`${width} × ${height} has an odd side`)
  const image = blackImage(width, height)
  const alpha = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < alpha.length; at++, from += 4) {
    const opacity = rgba[from + 3] ?? 0
    const [r, g, b] = [rgba[from] ?? 0, rgba[from + 1] ?? 0, rgba[from + 2] ?? 0]
    alpha[at] = opacity
    image.luma[at] = ((black + 0.18259 * r + 0.61423 * g + 0.06201 * b) * opacity) / 255 + 0.5
  }
  return { ...image, alpha, alphaHalf: fillHalfPlanes(rgba, image) }
}

/** Fills the chroma planes with the mean of 2 × 2 pixels. Returns the alpha plane at half size. */
function fillHalfPlanes(rgba: Uint8Array, { width, height, blue, red }: YuvImage): Uint8Array {
  const alphaHalf = new Uint8Array(blue.length)
  const half = width / 2
  for (let y = 0; y < height / 2; y++) {
    for (let x = 0; x < half; x++) {
      let [r, g, b, opacity] = [0, 0, 0, 0]
      for (const from of [(y * 2 * width + x * 2) * 4, ((y * 2 + 1) * width + x * 2) * 4]) {
        for (const pixel of [from, from + 4]) {
          const weight = rgba[pixel + 3] ?? 0
          r += (rgba[pixel] ?? 0) * weight
          g += (rgba[pixel + 1] ?? 0) * weight
          b += (rgba[pixel + 2] ?? 0) * weight
          opacity += weight
        }
      }
      const at = y * half + x
      const scale = 1 / (4 * 255)
      alphaHalf[at] = opacity / 4 + 0.5
      blue[at] = (noColour * opacity + (-0.10064 * r - 0.33857 * g + 0.43922 * b)) * scale + 0.5
      red[at] = (noColour * opacity + (0.43922 * r - 0.39894 * g - 0.04027 * b)) * scale + 0.5
    }
  }
  return alphaHalf
}
