import type { PlayerCore } from '../core/player-core.ts'
import type { PlayGrant, PlayerPart } from '../core/player-handle.ts'
import { changeSettings, readSettings } from '../core/player-settings.ts'
import type { QualityChoice } from '../core/player-state.ts'
import type { Engine, EngineReport, StreamTracks } from '../engine/engine.ts'

type Granted = PlayGrant['qualities']

/** The rungs of a stream, best first, under the names that the station gave them. A single playlist is no choice. */
function qualitiesOf(levels: StreamTracks['levels'], granted: Granted): QualityChoice[] {
  return levels
    .filter(({ height }) => height > 0)
    .map(({ index, height }) => {
      const named = granted.find((quality) => quality.height === height)
      return { index, height, name: (named?.name ?? `${height}p`).toUpperCase(), vip: named?.vip ?? false }
    })
    .toSorted((one, other) => other.height - one.height)
}

export interface TracksPart extends PlayerPart {
  /** For the engine: what it found and shows. */
  report: Omit<EngineReport, 'failed' | 'cuesFound' | 'clockFound'>
  begin(engine: Engine, granted: Granted): void
  chooseQuality(index: number): void
  chooseAudioTrack(index: number): void
  chooseSubtitle(index: number): void
}

/** Renditions, sound and subtitles: what there is, what was chosen, and that a choice is remembered. */
export function createTracksPart({ state }: PlayerCore): TracksPart {
  let engine: Engine | null = null
  let granted: Granted = []
  let found: StreamTracks = { levels: [], audioTracks: [], subtitles: [] }

  /** Names what was found, and asks the engine for what the viewer chose. */
  const take = (isOpened: boolean): void => {
    const { levels, audioTracks, subtitles } = found
    const { height, subtitles: wanted } = readSettings()
    const qualities = qualitiesOf(levels, granted)
    const quality = qualities.find((choice) => choice.height === height)?.index ?? -1
    const subtitle = subtitles.length === 0 || !wanted ? -1 : Math.max(0, state.getState().subtitle)
    state.setState({ qualities, audioTracks, subtitles, subtitle })
    engine?.chooseSubtitle(subtitle)
    if (!isOpened) return
    state.setState({ quality })
    if (quality >= 0) engine?.chooseLevel(quality)
  }
  return {
    begin(nextEngine, nextGranted) {
      engine = nextEngine
      granted = nextGranted
      // An engine that began early has found them already.
      if (found.levels.length > 0) take(true)
    },
    report: {
      tracksFound(tracks, isOpened) {
        found = tracks
        take(isOpened)
      },
      levelShown: (activeQuality) => state.setState({ activeQuality }),
      audioTrackShown: (audioTrack) => state.setState({ audioTrack }),
      speedMeasured: (bytesPerSec) => state.setState({ bytesPerSec }),
    },
    chooseQuality(quality) {
      const height = state.getState().qualities.find(({ index }) => index === quality)?.height ?? 0
      changeSettings({ height })
      state.setState({ quality })
      engine?.chooseLevel(quality)
    },
    chooseAudioTrack(audioTrack) {
      state.setState({ audioTrack })
      engine?.chooseAudioTrack(audioTrack)
    },
    chooseSubtitle(subtitle) {
      changeSettings({ subtitles: subtitle >= 0 })
      state.setState({ subtitle })
      engine?.chooseSubtitle(subtitle)
    },
    destroy() {
      engine = null
    },
  }
}
