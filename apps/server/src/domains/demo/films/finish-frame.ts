import { diceOf } from './dice.ts'
import { black, noColour, type Layer, type Planes } from './planes.ts'

/** What belongs to the frame and not to a scene: cross-fade, cards, vignette, grain, and the fade from and to black. */

/** Mixes `share` (0 to 1) of another picture in. */
export function crossFade(frame: Planes, other: Planes, share: number): void {
  const weight = Math.round(share * 256)
  for (const plane of ['luma', 'blue', 'red'] as const) {
    const [into, from] = [frame[plane], other[plane]]
    for (let at = 0; at < into.length; at++) {
      const value = into[at] ?? 0
      into[at] = value + ((((from[at] ?? 0) - value) * weight) >> 8)
    }
  }
}

const isInked = (opacity: number): boolean => opacity > 0

/** Lays a picture of the frame's own size over it, `strength` (0 to 1) of its opacity. */
export function layCard(frame: Planes, card: Layer, strength: number): void {
  const weight = Math.round(strength * 256)
  if (weight === 0) return
  const lay = (into: Uint8Array, samples: Uint8Array, alpha: Uint8Array): void => {
    const end = alpha.findLastIndex(isInked) + 1
    for (let at = Math.max(0, alpha.findIndex(isInked)); at < end; at++) {
      const opacity = alpha[at] ?? 0
      if (opacity === 0) continue
      const kept = 255 - ((opacity * weight) >> 8)
      into[at] = (((samples[at] ?? 0) * weight) >> 8) + (((into[at] ?? 0) * kept * 257 + 0x8000) >> 16)
    }
  }
  lay(frame.luma, card.luma, card.alpha)
  lay(frame.blue, card.blue, card.alphaHalf)
  lay(frame.red, card.red, card.alphaHalf)
}

/** Darkens the corners, adds grain that differs from frame to frame, and fades. */
export interface Finish {
  /** @param light 0 is black, 1 the picture as it is */
  apply(frame: Planes, index: number, light: number): void
}

const grainSize = 1 << 16
const grainStrength = 3

export function createFinish(width: number, height: number): Finish {
  const bright = cornersOf(width, height)
  const brightHalf = cornersOf(width / 2, height / 2)
  const dice = diceOf('grain')
  const grain = Int8Array.from({ length: grainSize }, () => Math.round((dice.next() + dice.next() - 1) * grainStrength))
  return {
    apply({ luma, blue, red }, index, light) {
      const shade = Math.round(light * 256)
      // Somewhere else in the grain for each frame, so that it moves.
      const shift = (index * 7919) & (grainSize - 1)
      for (let at = 0; at < luma.length; at++) {
        const lit =
          ((((luma[at] ?? 0) - black) * (bright[at] ?? 0)) >> 8) + (grain[(at + shift) & (grainSize - 1)] ?? 0)
        luma[at] = black + Math.max(0, (lit * shade) >> 8)
      }
      for (const plane of [blue, red]) {
        for (let at = 0; at < plane.length; at++) {
          const weight = ((brightHalf[at] ?? 0) * shade) >> 8
          plane[at] = noColour + ((((plane[at] ?? 0) - noColour) * weight) >> 8)
        }
      }
    },
  }
}

/** 256 in the middle, less towards the corners. */
function cornersOf(width: number, height: number): Uint16Array {
  return Uint16Array.from({ length: width * height }, (_, at) => {
    const x = ((at % width) / width - 0.5) * 2
    const y = (Math.floor(at / width) / height - 0.5) * 2
    return Math.round(256 * (1 - 0.3 * Math.max(0, Math.hypot(x, y * 0.85) - 0.45) ** 1.5))
  })
}
