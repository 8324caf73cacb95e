import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Above this the station is slower than people wait: calls are turned away until it breathes again. */
const overloadedAtMs = 400
const recoveredAtMs = 150
const sampleEveryMs = 1000
const resolutionMs = 10
/** After how many seconds who was turned away may ask again. */
export const overloadPauseSec = 5

/** Whether calls are turned away, after whether they were before. Two limits, so that it does not flicker between. */
export function isOverloaded(before: boolean, lagMs: number): boolean {
  return lagMs > (before ? recoveredAtMs : overloadedAtMs)
}

/** How late timers of this process have run on average over the last second, in milliseconds. */
export function watchEventLoop(): { lagMs(): number; stop(): void } {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let lagMs = 0
  const timer = setInterval(() => {
    const meanMs = delays.mean / 1e6
    lagMs = Number.isFinite(meanMs) ? Math.max(0, meanMs - resolutionMs) : 0
    delays.reset()
  }, sampleEveryMs)
  timer.unref()
  return {
    lagMs: () => lagMs,
    stop() {
      clearInterval(timer)
      delays.disable()
    },
  }
}

/** Tells whether calls are to be turned away now. */
export function createOverloadCheck(lagMs: () => number): () => boolean {
  let overloaded = false
  return () => {
    overloaded = isOverloaded(overloaded, lagMs())
    return overloaded
  }
}
