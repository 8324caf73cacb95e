import type { PlayerCore } from '../core/player-core.ts'
import type { PlayerPart } from '../core/player-handle.ts'
import { changeSettings, readSettings } from '../core/player-settings.ts'

/** Applies stored volume and speed, and stores changes. */
export function createSettingsPart({ stage: { video }, state }: PlayerCore): PlayerPart {
  const { volume, muted, rate } = readSettings()
  video.volume = volume
  video.muted = muted
  // Media loaded later starts with the default rate.
  video.defaultPlaybackRate = rate
  video.playbackRate = rate
  state.setState({ volume, muted, rate })
  return {
    destroy: state.subscribe((now, before) => {
      if (now.volume !== before.volume || now.muted !== before.muted) {
        changeSettings({ volume: now.volume, muted: now.muted })
      }
    }),
  }
}
