import { filmWaitSec, type FilmQueue } from './film-wait-rules.ts'

/** The films that this process makes, and how fast. Times are monotonic milliseconds. */
export interface FilmProgress {
  /** Films that wait, in the order in which they are begun. */
  enqueue(names: readonly string[], nowMs: number): void
  begin(name: string, nowMs: number): void
  end(name: string, nowMs: number): void
  /** Nothing is being made any more. */
  stop(): void
  /** In how many seconds a film is ready, by the speed of the last ones; null if this process does not make it. */
  waitSec(name: string, nowMs: number): number | null
  /** How far the films that were enqueued together are. */
  report(nowMs: number): FilmReport
}

/** How far the films are. */
export interface FilmReport {
  made: number
  total: number
  /** Seconds since the first was begun. */
  elapsedSec: number
  /** Seconds that one of the last films took. */
  secPerFilm: number
  /** Seconds until all are ready, by that speed. */
  leftSec: number
}

/** The speed of so many films counts: what else the machine does changes. */
const measuredFilms = 6

/** @param firstSec how long a film takes as long as none was made */
export function createFilmProgress(firstSec: number): FilmProgress {
  let waiting: string[] = []
  const beganMs = new Map<string, number>()
  const tookSec: number[] = []
  let [startMs, total] = [0, 0]
  const queueAt = (nowMs: number): FilmQueue => {
    const sum = tookSec.reduce((seconds, sec) => seconds + sec, 0)
    return {
      elapsedSec: new Map([...beganMs].map(([film, ms]) => [film, (nowMs - ms) / 1000])),
      waiting,
      secPerFilm: tookSec.length === 0 ? firstSec : sum / tookSec.length,
    }
  }
  return {
    enqueue(names, nowMs) {
      waiting = [...names]
      startMs = nowMs
      total = names.length
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
    waitSec: (name, nowMs) => filmWaitSec(queueAt(nowMs), name),
    report(nowMs) {
      const queue = queueAt(nowMs)
      const unfinished = [...beganMs.keys(), ...waiting]
      const waits = unfinished.map((name) => filmWaitSec(queue, name) ?? 0)
      return {
        made: total - unfinished.length,
        total,
        elapsedSec: (nowMs - startMs) / 1000,
        secPerFilm: queue.secPerFilm,
        leftSec: Math.max(0, ...waits),
      }
    },
  }
}
