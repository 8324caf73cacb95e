import { loadEngine } from '../engine/load-engine.ts'
import { createBeginPart } from '../parts/begin-part.ts'
import { createFrameKeeper } from '../parts/frame-keeper.ts'
import { createNetworkPart } from '../parts/network-part.ts'
import { createRecoveryPart } from '../parts/recovery-part.ts'
import { createSettingsPart } from '../parts/settings-part.ts'
import { createStallPart } from '../parts/stall-part.ts'
import { createSubtitlePart } from '../parts/subtitle-part.ts'
import { createTracksPart } from '../parts/tracks-part.ts'
import { createVideoPart } from '../parts/video-part.ts'
import type { VideoHost } from '../host/video-host.ts'
import type { PlayerCore } from './player-core.ts'
import type { PlayRequest, PlayerPart } from './player-handle.ts'

export type AttachedPlayer = PlayerPart & ReturnType<typeof attachPlayer>

/** A player with a stage: its parts, connected. */
export function attachPlayer(core: PlayerCore) {
  const { stage, state } = core
  const engine = loadEngine(stage.video)
  const tracks = createTracksPart(core)
  const frame = createFrameKeeper(core)
  const begin = createBeginPart(core)
  const recovery = createRecoveryPart({
    core,
    engine,
    holdFrame: frame.hold,
    granted: (ready, { qualities }) => tracks.begin(ready, qualities),
  })
  const parts: PlayerPart[] = [
    createSettingsPart(core),
    createVideoPart(core),
    createStallPart(core),
    createNetworkPart(core),
    createSubtitlePart(core),
    tracks,
    frame,
    begin,
    recovery,
  ]
  void engine.then((ready) => ready?.setReport({ ...tracks.report, failed: recovery.failed }))

  let host: VideoHost | null = null
  let isDestroyed = false
  void import('../host/art-host.ts').then(({ createArtHost }) => {
    if (isDestroyed) return
    host = createArtHost(stage, {
      fullscreenChanged: (fullscreen) => state.setState({ fullscreen }),
      webFullscreenChanged: (webFullscreen) => state.setState({ webFullscreen }),
      pictureInPictureChanged: (pictureInPicture) => state.setState({ pictureInPicture }),
    })
  })

  return {
    tracks,
    recovery,
    host: (): VideoHost | null => host,
    open(request: PlayRequest): void {
      begin.reset()
      recovery.open(request)
    },
    destroy(): void {
      isDestroyed = true
      for (const part of parts.toReversed()) part.destroy()
      host?.destroy()
      void engine.then((ready) => ready?.destroy())
    },
  }
}
