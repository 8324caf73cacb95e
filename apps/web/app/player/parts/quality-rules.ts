import type { PlayGrant } from '../core/player-handle.ts'
import type { QualityChoice } from '../core/player-state.ts'
import type { StreamTracks } from '../engine/engine.ts'

/**
 * The number of lines that a picture is named after, as by the server: its short side, or the short side that its long
 * side has at 16:9, so that 1920 × 800 is 1080p.
 */
function nominalHeight(width: number, height: number): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return Math.round(Math.max(short, (long * 9) / 16))
}

/** Renditions of a stream, best first, with the server's names. Empty if there is only a single playlist. */
export function qualitiesOf(levels: StreamTracks['levels'], granted: PlayGrant['qualities']): QualityChoice[] {
  return levels
    .filter(({ height }) => height > 0)
    .map(({ index, width, height }) => {
      const named = granted.find((quality) => quality.height === height)
      const name = named?.name ?? `${nominalHeight(width, height)}p`
      return { index, height, name: name.toUpperCase(), vip: named?.vip ?? false }
    })
    .toSorted((one, other) => other.height - one.height)
}
