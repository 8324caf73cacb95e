import type { EngineReport } from '../engine/engine.ts'
import { loadEngine } from '../engine/load-engine.ts'
import type { VideoHost } from '../host/video-host.ts'
import { createBeginPart } from '../parts/begin-part.ts'
import { createFrameKeeper } from '../parts/frame-keeper.ts'
import { createNetworkPart } from '../parts/network-part.ts'
import { RecoveryPart } from '../parts/recovery-part.ts'
import { createSettingsPart } from '../parts/settings-part.ts'
import { createStallPart } from '../parts/stall-part.ts'
import { createSubtitlePart } from '../parts/subtitle-part.ts'
import { createTracksPart, type TracksPart } from '../parts/tracks-part.ts'
import { createVideoPart } from '../parts/video-part.ts'
import type { PlayerCore } from './player-core.ts'
import type { PlayRequest, PlayerPart } from './player-handle.ts'

/** A player with a stage: its parts, connected. */
export class AttachedPlayer implements PlayerPart {
  readonly tracks: TracksPart
  readonly recovery: RecoveryPart
  readonly #begin: ReturnType<typeof createBeginPart>
  readonly #parts: readonly PlayerPart[]
  #host: VideoHost | null = null
  #isDestroyed = false

  constructor(core: PlayerCore) {
    const engine = loadEngine(core.stage.video)
    const frame = createFrameKeeper(core)
    const tracks = createTracksPart(core)
    const video = createVideoPart(core)
    const subtitles = createSubtitlePart(core)
    const recovery = new RecoveryPart({
      core,
      engine,
      holdFrame: frame.hold,
      granted: (ready, { qualities }) => tracks.begin(ready, qualities),
      alreadyOpen: video.opened,
    })
    const report: EngineReport = {
      ...tracks.report,
      clockFound: (clock) => core.state.setState({ clock }),
      cuesFound: subtitles.cuesFound,
      failed: recovery.engineFailed,
    }
    void engine.then((ready) => ready?.setReport(report))
    this.tracks = tracks
    this.recovery = recovery
    this.#begin = createBeginPart(core)
    this.#parts = [
      { destroy: () => void engine.then((ready) => ready?.destroy()) },
      createSettingsPart(core),
      video,
      createStallPart(core),
      createNetworkPart(core),
      subtitles,
      tracks,
      frame,
      this.#begin,
      recovery,
    ]
    void this.#loadHost(core)
  }

  /** Null until it is loaded. */
  get host(): VideoHost | null {
    return this.#host
  }

  open(request: PlayRequest): void {
    this.#begin.reset()
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
      fullscreenChanged: (fullscreen) => state.setState({ fullscreen }),
      webFullscreenChanged: (webFullscreen) => state.setState({ webFullscreen }),
    })
  }
}
