/** Films that are being made, several at a time, in order. */
export interface FilmQueue {
  /** How long those that are being made have been, by name. */
  elapsedSec: ReadonlyMap<string, number>
  /** Those that wait for one of them, in order. */
  waiting: readonly string[]
  /** How long one takes beside the others. */
  secPerFilm: number
}

/** A film that takes longer than others is nearly ready. */
const leastSec = 1

/** In how many seconds a film is ready, as if all films took equally long; null if it is not in the queue. */
export function filmWaitSec({ elapsedSec, waiting, secPerFilm }: FilmQueue, name: string): number | null {
  const leftOf = (elapsed: number): number => Math.max(leastSec, secPerFilm - elapsed)
  const elapsed = elapsedSec.get(name)
  if (elapsed !== undefined) return leftOf(elapsed)
  const ahead = waiting.indexOf(name)
  if (ahead < 0) return null
  // Each place of those that make films becomes free, and takes the next one.
  const freeSec = [...elapsedSec.values()].map(leftOf)
  for (let started = 0; ; started++) {
    const nextSec = Math.min(...freeSec)
    if (!Number.isFinite(nextSec)) return secPerFilm * (ahead + 1)
    freeSec[freeSec.indexOf(nextSec)] = nextSec + secPerFilm
    if (started === ahead) return nextSec + secPerFilm
  }
}
