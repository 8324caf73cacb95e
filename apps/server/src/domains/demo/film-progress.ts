import { filmWaitSec } from './film-wait-rules.ts'

/** The films that this process makes, and how fast. Times are monotonic milliseconds. */
export interface FilmProgress {
  /** Films that wait, in the order in which they are begun. */
  enqueue(names: readonly string[]): void
  begin(name: string, nowMs: number): void
  end(name: string, nowMs: number): void
  /** Nothing is being made any more. */
  stop(): void
  /** In how many seconds a film is ready, by the speed of the last ones; null if this process does not make it. */
  waitSec(name: string, nowMs: number): number | null
}

/** The speed of so many films counts: what else the machine does changes. */
const measuredFilms = 6

/** @param firstSec how long a film takes as long as none was made */
export function createFilmProgress(firstSec: number): FilmProgress {
  let waiting: string[] = []
  const beganMs = new Map<string, number>()
  const tookSec: number[] = []
  return {
    enqueue(names) {
      waiting = [...names]
    },
    begin(name, nowMs) {
      waiting = waiting.filter((one) => one !== name)
      beganMs.set(name, nowMs)
    },
    end(name, nowMs) {
      const began = beganMs.get(name)
      beganMs.delete(name)
      if (began === undefined) return
      tookSec.push((nowMs - began) / 1000)
      if (tookSec.length > measuredFilms) tookSec.shift()
    },
    stop() {
      waiting = []
      beganMs.clear()
    },
    waitSec(name, nowMs) {
      const elapsedSec = new Map([...beganMs].map(([film, ms]) => [film, (nowMs - ms) / 1000]))
      const sum = tookSec.reduce((total, sec) => total + sec, 0)
      const secPerFilm = tookSec.length === 0 ? firstSec : sum / tookSec.length
      return filmWaitSec({ elapsedSec, waiting, secPerFilm }, name)
    },
  }
}
