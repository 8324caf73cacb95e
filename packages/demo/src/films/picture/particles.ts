import type { Weather } from '../film-script.ts'
import { black, type YuvImage } from './yuv-image.ts'

/** Snow, rain or dust in front of the scene. Changes luma only, so that the scene's palette stays. */
export interface Particles {
  /** @param sec seconds since the scene began */
  draw(frame: YuvImage, sec: number): void
}

interface ParticleStyle {
  count: number
  /** Speed downwards, in frame heights per second. */
  fall: number
  /** Speed to the right, in frame widths per second. */
  drift: number
  /** Pixels in a frame of 720 lines. */
  radius: number
  /** Height divided by width. */
  stretch: number
  /** Opacity, 0 to 1. */
  strength: number
}

const styles: Record<Weather, ParticleStyle> = {
  snow: { count: 150, fall: 0.09, drift: 0.02, radius: 2.6, stretch: 1, strength: 0.75 },
  rain: { count: 130, fall: 1.5, drift: 0.06, radius: 0.8, stretch: 22, strength: 0.2 },
  dust: { count: 80, fall: -0.018, drift: 0.014, radius: 2, stretch: 1, strength: 0.34 },
}

/** A stateless pseudo-random number from 0 to 1 for a particle. */
function particleRandom(index: number, which: number): number {
  const value = Math.sin(index * 127.1 + which * 311.7) * 43_758.5453
  return value - Math.floor(value)
}

const wrap = (value: number): number => value - Math.floor(value)

export function createParticles(weather: Weather): Particles {
  const { count, fall, drift, radius, stretch, strength } = styles[weather]
  return {
    draw(frame, sec) {
      const scale = frame.height / 720
      for (let index = 0; index < count; index++) {
        // Near particles are larger and faster.
        const near = 0.35 + 0.65 * particleRandom(index, 1) ** 2
        const sway = Math.sin(sec * (0.5 + particleRandom(index, 2)) + index) * 0.006
        const x = wrap(particleRandom(index, 3) + sec * drift * near + sway) * frame.width
        const y = (wrap(particleRandom(index, 4) + sec * fall * near) * 1.1 - 0.05) * frame.height
        const size = Math.max(0.5, radius * near * scale)
        drawSpot(frame, { x, y, size, tall: size * stretch, strength: strength * (0.4 + 0.6 * near) })
      }
    },
  }
}

/** Draws a white ellipse with soft edges at a fractional position. */
function drawSpot(
  { luma, width, height }: YuvImage,
  spot: { x: number; y: number; size: number; tall: number; strength: number },
): void {
  const { x, y, size, tall, strength } = spot
  const white = 235
  for (let row = Math.max(0, Math.ceil(y - tall)); row <= Math.min(height - 1, y + tall); row++) {
    for (let column = Math.max(0, Math.ceil(x - size)); column <= Math.min(width - 1, x + size); column++) {
      const away = ((column - x) / size) ** 2 + ((row - y) / tall) ** 2
      if (away >= 1) continue
      const at = row * width + column
      const below = luma[at] ?? black
      luma[at] = below + (white - below) * strength * (1 - away)
    }
  }
}
