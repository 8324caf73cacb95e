/** Reports the first of many failures of the same kind at once, and their number when they have stopped. */
export interface BurstLog<Detail> {
  add(kind: string, detail: Detail): void
}

interface Burst {
  count: number
  isQuiet: boolean
}

/**
 * @param onFirst a burst of failures begins
 * @param onEnd no failure of the kind occurred for one to two `quietMs`; `count` includes the first
 */
export function createBurstLog<Detail>(options: {
  quietMs: number
  onFirst: (kind: string, detail: Detail) => void
  onEnd: (kind: string, count: number) => void
}): BurstLog<Detail> {
  const bursts = new Map<string, Burst>()
  const watch = (kind: string, burst: Burst): void => {
    setTimeout(() => {
      if (!burst.isQuiet) {
        burst.isQuiet = true
        return watch(kind, burst)
      }
      bursts.delete(kind)
      options.onEnd(kind, burst.count)
    }, options.quietMs).unref()
  }
  return {
    add(kind, detail) {
      const burst = bursts.get(kind)
      if (burst) {
        burst.count++
        burst.isQuiet = false
        return
      }
      const started = { count: 1, isQuiet: true }
      bursts.set(kind, started)
      watch(kind, started)
      options.onFirst(kind, detail)
    },
  }
}
