import Hls, { type HlsConfig, type LoadPolicy } from 'hls.js'
import type { Engine, EngineReport } from './engine.ts'
import { failureOfHlsError } from './hls-failures.ts'

export const isHlsSupported = (): boolean => Hls.isSupported()

/** One quick second try inside the engine; everything after that is the recovery part's to decide. */
const patience = (policy: LoadPolicy): LoadPolicy => ({
  default: {
    ...policy.default,
    maxTimeToFirstByteMs: 8000,
    errorRetry: { maxNumRetry: 1, retryDelayMs: 300, maxRetryDelayMs: 300 },
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
  },
})

const config: Partial<HlsConfig> = {
  manifestLoadPolicy: patience(Hls.DefaultConfig.manifestLoadPolicy),
  playlistLoadPolicy: patience(Hls.DefaultConfig.playlistLoadPolicy),
  fragLoadPolicy: patience(Hls.DefaultConfig.fragLoadPolicy),
  // The first segment is asked for while the decoder is still being set up.
  startFragPrefetch: true,
  backBufferLength: 60,
  // A picture larger than its frame is bytes for nothing.
  capLevelToPlayerSize: true,
}

const silent: EngineReport = {
  tracksFound() {},
  levelShown() {},
  audioTrackShown() {},
  speedMeasured() {},
  failed() {},
}

/** HLS through Media Source Extensions, by hls.js. */
export function createHlsEngine(video: HTMLVideoElement): Engine {
  const hls = new Hls(config)
  let report = silent
  let url = ''
  let isParsed = false

  const tellTracks = (): void => {
    report.tracksFound({
      levels: hls.levels.map(({ height }, index) => ({ index, height })),
      audioTracks: hls.audioTracks.map(({ name }, index) => ({ index, name })),
      subtitles: hls.subtitleTracks.map(({ name }, index) => ({ index, name })),
    })
  }
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    isParsed = true
    // Words are drawn by the player itself, where they can make room for its controls.
    hls.subtitleDisplay = false
    tellTracks()
  })
  hls.on(Hls.Events.AUDIO_TRACKS_UPDATED, tellTracks)
  hls.on(Hls.Events.SUBTITLE_TRACKS_UPDATED, tellTracks)
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => report.levelShown(level))
  hls.on(Hls.Events.AUDIO_TRACK_SWITCHED, () => report.audioTrackShown(hls.audioTrack))
  hls.on(Hls.Events.FRAG_LOADED, () => report.speedMeasured(hls.bandwidthEstimate / 8))
  hls.on(Hls.Events.ERROR, (_, error) => {
    const failure = failureOfHlsError(error)
    if (failure) report.failed(failure)
  })
  hls.attachMedia(video)

  return {
    load(next, startSec) {
      url = next
      isParsed = false
      hls.config.startPosition = startSec > 0 ? startSec : -1
      hls.loadSource(url)
    },
    goOn() {
      if (isParsed) hls.startLoad()
      else hls.loadSource(url)
    },
    rebuild: () => hls.recoverMediaError(),
    stop: () => hls.stopLoad(),
    chooseLevel(index) {
      hls.nextLevel = index
    },
    chooseAudioTrack(index) {
      hls.audioTrack = index
    },
    chooseSubtitle(index) {
      hls.subtitleTrack = index
    },
    setReport(next) {
      report = next
      if (isParsed) tellTracks()
      if (hls.currentLevel >= 0) report.levelShown(hls.currentLevel)
    },
    destroy: () => hls.destroy(),
  }
}
