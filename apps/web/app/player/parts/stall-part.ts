import { listen } from '../core/listen.ts'
import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'

/** Stall durations for a spinner, a message, and an offer to switch lines. */
const levels = [
  [400, 1],
  [3000, 2],
  [8000, 3],
] as const

/** Detects stalls. */
export function createStallPart({ stage: { video }, state }: PlayerCore): PlayerPart {
  let timers: ReturnType<typeof setTimeout>[] = []
  const clear = (): void => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    if (state.getState().stall > 0) state.setState({ stall: 0 })
  }
  const begin = (): void => {
    if (timers.length > 0) return
    // The bandwidth before the stall says nothing about the current one.
    state.setState({ bytesPerSec: 0 })
    timers = levels.map(([afterMs, stall]) => setTimeout(() => state.setState({ stall }), afterMs))
  }
  const clearWhenFed = (): void => {
    if (!video.seeking && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) clear()
  }
  const end = listen<keyof HTMLMediaElementEventMap>(video, {
    waiting: begin,
    seeking: begin,
    playing: clear,
    canplay: clearWhenFed,
    seeked: clearWhenFed,
    timeupdate: clearWhenFed,
    pause: clearWhenFed,
  })
  // A held frame counts as a stall; ended playback does not.
  const endReopening = state.subscribe(({ reopening, ended }, before) => {
    if (reopening && !before.reopening) begin()
    if (ended && !before.ended) clear()
  })
  return {
    destroy() {
      clear()
      end()
      endReopening()
    },
  }
}
