import { seededRandom } from '../seeded-random.ts'
import { shotSec } from './film-script.ts'

/** A range of a film, in milliseconds. */
export interface FilmRange {
  fromMs: number
  toMs: number
}

/**
 * An order of shots that lasts about `minutes`: rounds of all shots, each in another order, and no shot twice in a row.
 * The first shot differs from episode to episode.
 */
export function shotOrder(options: { seed: string; episode: number; shots: number; minutes: number }): number[] {
  const { seed, episode, shots, minutes } = options
  const random = seededRandom(`order ${seed} ${episode}`)
  const count = Math.round((minutes * 60) / shotSec)
  const order = [(episode - 1) % shots]
  while (order.length < count) {
    const round = Array.from({ length: shots }, (_, at) => at)
    for (let at = round.length - 1; at > 0; at--) {
      const other = Math.floor(random.next() * (at + 1))
      const kept = round[at] ?? 0
      round[at] = round[other] ?? 0
      round[other] = kept
    }
    if (round[0] === order.at(-1)) round.reverse()
    order.push(...round)
  }
  return order.slice(0, count)
}

/** The ranges of a film in which its shots are played in this order. Shots that follow each other are one range. */
export function rangesOf(order: readonly number[]): FilmRange[] {
  const ranges: FilmRange[] = []
  for (const shot of order) {
    const fromMs = Math.round(shot * shotSec * 1000)
    const toMs = Math.round((shot + 1) * shotSec * 1000)
    const last = ranges.at(-1)
    if (last?.toMs === fromMs) last.toMs = toMs
    else ranges.push({ fromMs, toMs })
  }
  return ranges
}
