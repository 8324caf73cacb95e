import { listen } from '../core/listen.ts'
import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'

/** After how long a standstill is worth a sign, a sentence, and a way out. */
const levels = [
  [400, 1],
  [3000, 2],
  [8000, 3],
] as const

/** Notices when nothing moves although it should. */
export function createStallPart({ stage: { video }, state }: PlayerCore): PlayerPart {
  let timers: ReturnType<typeof setTimeout>[] = []
  const clear = (): void => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    if (state.getState().stall > 0) state.setState({ stall: 0 })
  }
  const begin = (): void => {
    if (timers.length > 0) return
    // What arrived before says nothing of what arrives now.
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
  // A held frame stands still too; what is over may.
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
