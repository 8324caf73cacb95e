import { seededRandom } from '../../seeded-random.ts'
import { black, noColour, type Layer, type YuvImage } from './yuv-image.ts'

/** Effects on the whole frame: cross-fade, title cards, vignette, grain, and the fade from and to black. */

/** Blends another frame into `frame`. @param share 0 keeps `frame`, 1 replaces it */
export function crossFade(frame: YuvImage, other: YuvImage, share: number): void {
  const weight = Math.round(share * 256)
  for (const plane of ['luma', 'blue', 'red'] as const) {
    const [into, from] = [frame[plane], other[plane]]
    for (let at = 0; at < into.length; at++) {
      const value = into[at] ?? 0
      into[at] = value + ((((from[at] ?? 0) - value) * weight) >> 8)
    }
  }
}

const isVisible = (opacity: number): boolean => opacity > 0

/** Overlays a card of the frame's size. @param strength 0 to 1, multiplies the card's alpha */
export function overlayCard(frame: YuvImage, card: Layer, strength: number): void {
  const weight = Math.round(strength * 256)
  if (weight === 0) return
  const overlay = (into: Uint8Array, samples: Uint8Array, alpha: Uint8Array): void => {
    const end = alpha.findLastIndex(isVisible) + 1
    for (let at = Math.max(0, alpha.findIndex(isVisible)); at < end; at++) {
      const opacity = alpha[at] ?? 0
      if (opacity === 0) continue
      const remaining = 255 - ((opacity * weight) >> 8)
      into[at] = (((samples[at] ?? 0) * weight) >> 8) + (((into[at] ?? 0) * remaining * 257 + 0x8000) >> 16)
    }
  }
  overlay(frame.luma, card.luma, card.alpha)
  overlay(frame.blue, card.blue, card.alphaHalf)
  overlay(frame.red, card.red, card.alphaHalf)
}

/** Applies vignette, film grain that differs from frame to frame, and the fade to black. */
export interface PostProcess {
  /** @param brightness 0 is black, 1 leaves the picture unchanged */
  apply(frame: YuvImage, index: number, brightness: number): void
}

const grainSize = 1 << 16
const grainStrength = 3

export function createPostProcess(width: number, height: number): PostProcess {
  const vignette = vignetteOf(width, height)
  const vignetteHalf = vignetteOf(width / 2, height / 2)
  const random = seededRandom('grain')
  const grain = Int8Array.from({ length: grainSize }, () =>
    Math.round((random.next() + random.next() - 1) * grainStrength),
  )
  return {
    apply({ luma, blue, red }, index, brightness) {
      const shade = Math.round(brightness * 256)
      // Each frame starts at another offset of the grain, so that the grain moves.
      const shift = (index * 7919) & (grainSize - 1)
      for (let at = 0; at < luma.length; at++) {
        const lit =
          ((((luma[at] ?? 0) - black) * (vignette[at] ?? 0)) >> 8) + (grain[(at + shift) & (grainSize - 1)] ?? 0)
        luma[at] = black + Math.max(0, (lit * shade) >> 8)
      }
      for (const plane of [blue, red]) {
        for (let at = 0; at < plane.length; at++) {
          const weight = ((vignetteHalf[at] ?? 0) * shade) >> 8
          plane[at] = noColour + ((((plane[at] ?? 0) - noColour) * weight) >> 8)
        }
      }
    },
  }
}

/** Brightness of each pixel: 256 in the centre, less towards the corners. */
function vignetteOf(width: number, height: number): Uint16Array {
  return Uint16Array.from({ length: width * height }, (_, at) => {
    const x = ((at % width) / width - 0.5) * 2
    const y = (Math.floor(at / width) / height - 0.5) * 2
    return Math.round(256 * (1 - 0.3 * Math.max(0, Math.hypot(x, y * 0.85) - 0.45) ** 1.5))
  })
}
