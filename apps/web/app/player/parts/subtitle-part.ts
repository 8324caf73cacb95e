import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'
import type { Cue } from '../engine/engine.ts'
import { linesAt, nextChange, sentencesNear } from './cue-rules.ts'

/** `timeupdate` fires four times a second; changes before the next one are timed. */
const timeUpdateSec = 0.3

export interface SubtitlePart extends PlayerPart {
  /** Called by the engine with all known cues of the chosen track. */
  onCues(cues: readonly Cue[]): void
  /** What is said around the current position, the closest first. */
  spokenNearby(): string[]
}

/** Updates the current subtitle lines. They are rendered by the player, so that they can avoid its controls. */
export function createSubtitlePart({ stage: { video }, state, events }: PlayerCore): SubtitlePart {
  let cues: readonly Cue[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (): void => {
    clearTimeout(timer)
    const sec = video.currentTime
    const lines = linesAt(cues, sec)
    const { subtitleLines } = state.getState()
    if (lines.join('\n') !== subtitleLines.join('\n')) state.setState({ subtitleLines: lines })
    const waitSec = (nextChange(cues, sec) - sec) / video.playbackRate
    if (waitSec < timeUpdateSec && !video.paused) timer = setTimeout(show, waitSec * 1000)
  }
  const ends = [events.on('timeChanged', show), events.on('seeked', show)]
  return {
    onCues(found) {
      cues = found
      show()
    },
    spokenNearby: () => sentencesNear(cues, video.currentTime),
    destroy() {
      clearTimeout(timer)
      for (const end of ends) end()
    },
  }
}
