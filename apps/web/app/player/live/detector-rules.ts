/** Picture faults that a player can detect. */
export type PictureFault = 'black' | 'silent' | 'frozen' | 'stalled'

/** One sample of the player. */
export interface Sample {
  atMs: number
  /** Whether it should be moving: open, neither paused nor seeking. */
  isPlaying: boolean
  positionSec: number
  /** Mean and standard deviation of the brightness, 0 to 255; null if it cannot be read. */
  light: { mean: number; spread: number } | null
  /** Mean difference from the previous frame, 0 to 255; null if there is none. */
  change: number | null
  /** Number of audio bytes decoded so far; null if the browser does not report it. */
  soundBytes: number | null
}

/** How long a fault must last: films contain dark scenes, still images and silence. */
const confirmMs = { stalled: 3500, black: 20_000, frozen: 30_000, silent: 30_000 } as const
export const sampleWindowMs = Math.max(...Object.values(confirmMs)) + 2000

const blackMean = 18
const blackSpread = 3
const frozenChange = 0.15
const minMovedSec = 0.05

/** The latest consecutive playing samples that cover `ms`; null if there are too few. */
function lastSpan(samples: readonly Sample[], ms: number): readonly Sample[] | null {
  const last = samples.at(-1)
  if (!last) return null
  const begin = samples.findLastIndex(({ atMs }) => atMs <= last.atMs - ms)
  const span = begin < 0 ? [] : samples.slice(begin)
  return span.length > 2 && span.every(({ isPlaying }) => isPlaying) ? span : null
}

const movedSec = (span: readonly Sample[]): number => (span.at(-1)?.positionSec ?? 0) - (span[0]?.positionSec ?? 0)

const isBlack = ({ light }: Sample): boolean => light !== null && light.mean < blackMean && light.spread < blackSpread
const isStill = ({ change }: Sample): boolean => change !== null && change < frozenChange

function isSilent(span: readonly Sample[]): boolean {
  const [first, last] = [span[0]?.soundBytes ?? null, span.at(-1)?.soundBytes ?? null]
  // A stream without sound from the start is not faulty.
  return first !== null && first > 0 && first === last
}

/** Detects a fault in consecutive samples; null if there is none or it is unknown. `stalled` takes precedence. */
export function detectFault(samples: readonly Sample[]): PictureFault | null {
  const short = lastSpan(samples, confirmMs.stalled)
  if (short && movedSec(short) < minMovedSec) return 'stalled'
  if (lastSpan(samples, confirmMs.black)?.every(isBlack) === true) return 'black'
  const long = lastSpan(samples, confirmMs.frozen)
  if (!long) return null
  if (long.slice(1).every((sample) => isStill(sample) && !isBlack(sample))) return 'frozen'
  return isSilent(long) ? 'silent' : null
}

/** Brightness of RGBA pixels. */
export function lightOf(pixels: Uint8ClampedArray): { mean: number; spread: number } {
  const lights = lumaOf(pixels)
  const mean = lights.reduce((sum, light) => sum + light, 0) / lights.length
  const spread = Math.sqrt(lights.reduce((sum, light) => sum + (light - mean) ** 2, 0) / lights.length)
  return { mean, spread }
}

/** Mean difference of two frames of equal size, 0 to 255. */
export function changeBetween(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  const [before, after] = [lumaOf(one), lumaOf(other)]
  return before.reduce((sum, light, at) => sum + Math.abs(light - (after[at] ?? 0)), 0) / before.length
}

/** Rec. 709 luma per pixel. */
const lumaOf = (pixels: Uint8ClampedArray): number[] =>
  Array.from({ length: pixels.length / 4 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 4, at * 4 + 3)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })
