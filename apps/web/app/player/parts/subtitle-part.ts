import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'

const linesOf = (cue: TextTrackCue): string[] => {
  const text = cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : ''
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** Reads the words of the chosen subtitle track; the player draws them itself. */
export function createSubtitlePart({ stage: { video }, state }: PlayerCore): PlayerPart {
  const followed = new Set<TextTrack>()
  const read = (): void => {
    const cues = [...followed]
      .filter(({ mode }) => mode === 'hidden')
      .flatMap(({ activeCues }) => [...(activeCues ?? [])])
    const lines = cues.flatMap(linesOf)
    const { subtitleLines } = state.getState()
    if (lines.join('\n') !== subtitleLines.join('\n')) state.setState({ subtitleLines: lines })
  }
  const follow = (): void => {
    for (const track of video.textTracks) {
      if (track.kind === 'metadata' || followed.has(track)) continue
      followed.add(track)
      track.addEventListener('cuechange', read)
    }
    read()
  }
  follow()
  video.textTracks.addEventListener('addtrack', follow)
  video.textTracks.addEventListener('change', read)
  return {
    destroy() {
      video.textTracks.removeEventListener('addtrack', follow)
      video.textTracks.removeEventListener('change', read)
      for (const track of followed) track.removeEventListener('cuechange', read)
    },
  }
}
