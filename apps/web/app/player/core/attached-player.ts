import type { EngineListener } from '../engine/engine.ts'
import { loadEngine } from '../engine/load-engine.ts'
import type { VideoHost } from '../host/video-host.ts'
import { createAddressReports } from '../parts/address-reports.ts'
import { createPlaybackStartPart } from '../parts/playback-start-part.ts'
import { createFrameHolder } from '../parts/frame-holder.ts'
import { createNetworkPart } from '../parts/network-part.ts'
import { RecoveryPart } from '../parts/recovery-part.ts'
import { createSettingsPart } from '../parts/settings-part.ts'
import { createStallPart } from '../parts/stall-part.ts'
import { createSubtitlePart, type SubtitlePart } from '../parts/subtitle-part.ts'
import { createTracksPart, type TracksPart } from '../parts/tracks-part.ts'
import { createVideoPart } from '../parts/video-part.ts'
import type { PlayerCore } from './player-core.ts'
import type { PlayRequest, PlayerPart } from './player-handle.ts'

/** A player attached to a stage: its parts, connected. */
export class AttachedPlayer implements PlayerPart {
  readonly tracks: TracksPart
  readonly recovery: RecoveryPart
  readonly subtitles: SubtitlePart
  readonly #playbackStart: ReturnType<typeof createPlaybackStartPart>
  readonly #parts: readonly PlayerPart[]
  #host: VideoHost | null = null
  #isDestroyed = false

  constructor(core: PlayerCore) {
    const engine = loadEngine(core.stage.video)
    const frameHolder = createFrameHolder(core)
    const tracks = createTracksPart(core)
    const video = createVideoPart(core)
    const subtitles = createSubtitlePart(core)
    const recovery = new RecoveryPart({
      core,
      engine,
      holdFrame: frameHolder.hold,
      onGrant: (ready, { qualities }) => tracks.begin(ready, qualities),
      onAlreadyOpen: video.onOpened,
    })
    const listener: EngineListener = {
      ...tracks.listener,
      onClock: (clock) => core.state.setState({ clock }),
      onCues: subtitles.onCues,
      onFailure: recovery.onEngineFailure,
    }
    void engine.then((ready) => ready?.setListener(listener))
    this.tracks = tracks
    this.recovery = recovery
    this.subtitles = subtitles
    this.#playbackStart = createPlaybackStartPart(core)
    this.#parts = [
      { destroy: () => void engine.then((ready) => ready?.destroy()) },
      createSettingsPart(core),
      video,
      createStallPart(core),
      createNetworkPart(core),
      createAddressReports(core),
      subtitles,
      tracks,
      frameHolder,
      this.#playbackStart,
      recovery,
    ]
    void this.#loadHost(core)
  }

  /** Null until loaded. */
  get host(): VideoHost | null {
    return this.#host
  }

  open(request: PlayRequest): void {
    this.#playbackStart.reset()
    this.recovery.open(request)
  }

  destroy(): void {
    this.#isDestroyed = true
    for (const part of this.#parts.toReversed()) part.destroy()
    this.#host?.destroy()
  }

  async #loadHost({ stage, state }: PlayerCore): Promise<void> {
    const { createArtHost } = await import('../host/art-host.ts')
    if (this.#isDestroyed) return
    this.#host = createArtHost(stage, {
      onFullscreenChange: (fullscreen) => state.setState({ fullscreen }),
      onWebFullscreenChange: (webFullscreen) => state.setState({ webFullscreen }),
    })
  }
}
