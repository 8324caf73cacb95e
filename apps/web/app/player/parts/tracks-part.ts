import type { PlayerCore } from '../core/player-core.ts'
import type { PlayGrant, PlayerPart } from '../core/player-handle.ts'
import { changeSettings, readSettings } from '../core/player-settings.ts'
import type { Engine, EngineListener, StreamTracks } from '../engine/engine.ts'
import { qualitiesOf } from './quality-rules.ts'

type Granted = PlayGrant['qualities']

export interface TracksPart extends PlayerPart {
  /** Called by the engine. */
  listener: Omit<EngineListener, 'onFailure' | 'onCues' | 'onClock'>
  begin(engine: Engine, granted: Granted): void
  chooseQuality(index: number): void
  chooseAudioTrack(index: number): void
  chooseSubtitle(index: number): void
}

/** Renditions, audio and subtitle tracks: available and chosen ones, and the stored choice. */
export function createTracksPart({ state }: PlayerCore): TracksPart {
  let engine: Engine | null = null
  let granted: Granted = []
  let found: StreamTracks = { levels: [], audioTracks: [], subtitles: [] }

  /** Updates the lists and applies the stored choice. */
  const apply = (isOpened: boolean): void => {
    const { levels, audioTracks, subtitles } = found
    const { height, subtitles: wantsSubtitles } = readSettings()
    const qualities = qualitiesOf(levels, granted)
    const quality = qualities.find((choice) => choice.height === height)?.index ?? -1
    const subtitle = subtitles.length === 0 || !wantsSubtitles ? -1 : Math.max(0, state.getState().subtitle)
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
      // An engine that started early has already found them.
      if (found.levels.length > 0) apply(true)
    },
    listener: {
      onTracks(tracks, isOpened) {
        found = tracks
        apply(isOpened)
      },
      onLevelChange: (activeQuality) => state.setState({ activeQuality }),
      onAudioTrackChange: (audioTrack) => state.setState({ audioTrack }),
      onBandwidth: (bytesPerSec) => state.setState({ bytesPerSec }),
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
