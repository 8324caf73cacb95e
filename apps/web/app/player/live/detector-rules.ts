/** What a player can see of a picture that does not play as it should. */
export type PictureFault = 'black' | 'silent' | 'frozen' | 'stalled'

/** One look at the player. */
export interface Sample {
  atMs: number
  /** Whether it should be moving: neither paused nor sought, and something is open. */
  isPlaying: boolean
  positionSec: number
  /** Mean brightness and how much it varies over the picture, 0 to 255; null where nobody can see it. */
  light: { mean: number; spread: number } | null
  /** How much the picture differs from the one before, 0 to 255; null where there is none to compare with. */
  change: number | null
  /** Bytes of sound decoded so far; null where the browser does not tell. */
  soundBytes: number | null
}

/** How long something must be wrong to be believed: films have dark scenes, still pictures and silences. */
const believedMs = { stalled: 3500, black: 20_000, frozen: 30_000, silent: 30_000 } as const
export const longestMs = Math.max(...Object.values(believedMs)) + 2000

const blackMean = 18
const blackSpread = 3
const frozenChange = 0.15
const leastMovedSec = 0.05

/** The last samples that cover so long without a break, all of them playing; null where there are not so many. */
function lastOf(samples: readonly Sample[], ms: number): readonly Sample[] | null {
  const last = samples.at(-1)
  if (!last) return null
  const begin = samples.findLastIndex(({ atMs }) => atMs <= last.atMs - ms)
  const span = begin < 0 ? [] : samples.slice(begin)
  return span.length > 2 && span.every(({ isPlaying }) => isPlaying) ? span : null
}

const moved = (span: readonly Sample[]): number => (span.at(-1)?.positionSec ?? 0) - (span[0]?.positionSec ?? 0)

const isBlack = ({ light }: Sample): boolean => light !== null && light.mean < blackMean && light.spread < blackSpread
const isStill = ({ change }: Sample): boolean => change !== null && change < frozenChange

function isSilent(span: readonly Sample[]): boolean {
  const [first, last] = [span[0]?.soundBytes ?? null, span.at(-1)?.soundBytes ?? null]
  // A stream that never had sound is meant so.
  return first !== null && first > 0 && first === last
}

/**
 * What is the matter with a picture, from looks at it in order; null while all is well or nobody can tell. What stands
 * still altogether is `stalled` alone.
 */
export function faultIn(samples: readonly Sample[]): PictureFault | null {
  const short = lastOf(samples, believedMs.stalled)
  if (short && moved(short) < leastMovedSec) return 'stalled'
  if (lastOf(samples, believedMs.black)?.every(isBlack) === true) return 'black'
  const long = lastOf(samples, believedMs.frozen)
  if (!long) return null
  if (long.slice(1).every((sample) => isStill(sample) && !isBlack(sample))) return 'frozen'
  return isSilent(long) ? 'silent' : null
}

/** Brightness of a small picture, four bytes a pixel as a canvas gives them. */
export function lightOf(pixels: Uint8ClampedArray): { mean: number; spread: number } {
  const lights = lumaOf(pixels)
  const mean = lights.reduce((sum, light) => sum + light, 0) / lights.length
  const spread = Math.sqrt(lights.reduce((sum, light) => sum + (light - mean) ** 2, 0) / lights.length)
  return { mean, spread }
}

/** How much two pictures of one size differ, 0 to 255. */
export function changeBetween(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  const [before, after] = [lumaOf(one), lumaOf(other)]
  return before.reduce((sum, light, at) => sum + Math.abs(light - (after[at] ?? 0)), 0) / before.length
}

/** Rec. 709 luma of each pixel. */
const lumaOf = (pixels: Uint8ClampedArray): number[] =>
  Array.from({ length: pixels.length / 4 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 4, at * 4 + 3)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })
