import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerState } from '../core/player-state.ts'

/** So long nothing has come that could be shown. */
const maxStallMs = 10_000

const isWaiting = ({ stall, phase, paused, pageUrl, offline }: PlayerState): boolean =>
  (phase === 'opening' || (phase === 'open' && stall > 0)) && !paused && pageUrl === null && !offline

export interface StallWatch {
  /** Begins to count again, because something else is opened. */
  restart(): void
  destroy(): void
}

/** Calls `onStalled` when the viewer has waited for ten seconds, be it for the first picture or the next one. */
export function createStallWatch({ state }: PlayerCore, onStalled: () => void): StallWatch {
  let timer: ReturnType<typeof setTimeout> | null = null
  const clear = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  const update = (): void => {
    if (!isWaiting(state.getState())) clear()
    else timer ??= setTimeout(onStalled, maxStallMs)
  }
  const end = state.subscribe(update)
  return {
    restart() {
      clear()
      update()
    },
    destroy() {
      clear()
      end()
    },
  }
}
