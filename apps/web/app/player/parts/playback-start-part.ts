import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'

const minAdvanceSec = 1

/** Emits `playbackStarted` once per load, when the time has advanced by playing, not by seeking. */
export function createPlaybackStartPart({
  stage: { video },
  state,
  events,
}: PlayerCore): PlayerPart & { reset(): void } {
  let isReported = false
  let fromSec: number | null = null
  const end = events.on('timeChanged', ({ sec }) => {
    if (isReported) return
    if (video.paused || video.seeking || fromSec === null || sec < fromSec) {
      fromSec = sec
      return
    }
    if (sec - fromSec < minAdvanceSec) return
    isReported = true
    events.emit('playbackStarted', { lineId: state.getState().lineId })
  })
  const endSeeked = events.on('seeked', () => {
    fromSec = null
  })
  return {
    reset() {
      isReported = false
      fromSec = null
    },
    destroy() {
      end()
      endSeeked()
    },
  }
}
