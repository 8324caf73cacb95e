import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'
import type { Cue } from '../engine/engine.ts'
import { linesAt, nextChange } from './cue-rules.ts'

/** The video tells its time four times a second; words that change before it does next are changed by a timer. */
const tellsEverySec = 0.3

export interface SubtitlePart extends PlayerPart {
  /** For the engine: all cues of the chosen track that are known. */
  cuesFound(cues: readonly Cue[]): void
}

/** Reads the words of the chosen subtitles; the player draws them itself, where they can make room for its controls. */
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
    if (waitSec < tellsEverySec && !video.paused) timer = setTimeout(show, waitSec * 1000)
  }
  const ends = [events.on('timeChanged', show), events.on('seeked', show)]
  return {
    cuesFound(found) {
      cues = found
      show()
    },
    destroy() {
      clearTimeout(timer)
      for (const end of ends) end()
    },
  }
}
