import type { Weather } from './film-script.ts'
import { black, type Planes } from './planes.ts'

/** Snow, rain or dust before the camera: only brightness, the palette is the picture's. */
export interface Particles {
  /** @param sec since the scene began */
  draw(frame: Planes, sec: number): void
}

interface Manner {
  count: number
  /** Heights of the frame a second, down; widths, to the right. */
  fall: number
  drift: number
  /** Pixels at 720 lines. */
  radius: number
  /** How much taller than wide. */
  stretch: number
  /** 0 to 1 of white. */
  strength: number
}

const manners: Record<Weather, Manner> = {
  snow: { count: 150, fall: 0.09, drift: 0.02, radius: 2.6, stretch: 1, strength: 0.75 },
  rain: { count: 130, fall: 1.5, drift: 0.06, radius: 0.8, stretch: 22, strength: 0.2 },
  dust: { count: 80, fall: -0.018, drift: 0.014, radius: 2, stretch: 1, strength: 0.34 },
}

/** A number from 0 to 1 for a particle, always the same. */
function chance(index: number, which: number): number {
  const value = Math.sin(index * 127.1 + which * 311.7) * 43_758.5453
  return value - Math.floor(value)
}

const wrap = (value: number): number => value - Math.floor(value)

export function createParticles(weather: Weather): Particles {
  const { count, fall, drift, radius, stretch, strength } = manners[weather]
  return {
    draw(frame, sec) {
      const scale = frame.height / 720
      for (let index = 0; index < count; index++) {
        // The near ones are larger and faster.
        const near = 0.35 + 0.65 * chance(index, 1) ** 2
        const sway = Math.sin(sec * (0.5 + chance(index, 2)) + index) * 0.006
        const x = wrap(chance(index, 3) + sec * drift * near + sway) * frame.width
        const y = (wrap(chance(index, 4) + sec * fall * near) * 1.1 - 0.05) * frame.height
        const size = Math.max(0.5, radius * near * scale)
        splat(frame, { x, y, size, tall: size * stretch, strength: strength * (0.4 + 0.6 * near) })
      }
    },
  }
}

/** A soft spot, placed to the fraction of a pixel. */
function splat(
  { luma, width, height }: Planes,
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
