import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'

const certainAfterSec = 1

/** Says once for each title that it really plays: the time has moved on by itself, not by seeking. */
export function createBeginPart({ stage: { video }, state, events }: PlayerCore): PlayerPart & { reset(): void } {
  let said = false
  let fromSec: number | null = null
  const end = events.on('timeChanged', ({ sec }) => {
    if (said) return
    if (video.paused || video.seeking || fromSec === null || sec < fromSec) {
      fromSec = sec
      return
    }
    if (sec - fromSec < certainAfterSec) return
    said = true
    events.emit('playbackBegan', { lineId: state.getState().lineId })
  })
  const endSeeked = events.on('seeked', () => {
    fromSec = null
  })
  return {
    reset() {
      said = false
      fromSec = null
    },
    destroy() {
      end()
      endSeeked()
    },
  }
}
