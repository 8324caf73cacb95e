import Hls, { type HlsConfig, type LevelDetails, type LoadPolicy } from 'hls.js'
import { runsOf } from '../live/clock-rules.ts'
import { cuesOf } from './cues-of.ts'
import { silentReport, type Cue, type Engine, type EngineReport } from './engine.ts'
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
  // Its own tracks would come from addresses that the page's policy refuses, and stand where controls are.
  renderTextTracksNatively: false,
  enableCEA708Captions: false,
  // Two segments behind what there is: one that is late does not stop the picture.
  liveSyncDurationCount: 2,
  // Drift is caught up with by a speed that nobody hears.
  maxLiveSyncPlaybackRate: 1.04,
  // What goes on has no end that the picture could reach.
  liveDurationInfinity: true,
  // A picture larger than its frame is bytes for nothing.
  capLevelToPlayerSize: true,
}

/** HLS through Media Source Extensions, by hls.js. */
export class HlsEngine implements Engine {
  readonly #hls = new Hls(config)
  readonly #cues = new Map<string, Cue[]>()
  #report = silentReport
  #url = ''
  #isParsed = false
  /** What was opened before anybody listened, for as long as it goes well. */
  #early: { url: string; startSec: number } | null = null

  constructor(video: HTMLVideoElement) {
    const hls = this.#hls
    const { Events } = Hls
    hls.on(Events.MANIFEST_PARSED, () => {
      this.#isParsed = true
      this.#tellTracks(true)
    })
    hls.on(Events.AUDIO_TRACKS_UPDATED, () => this.#tellTracks(false))
    hls.on(Events.SUBTITLE_TRACKS_UPDATED, () => this.#tellTracks(false))
    hls.on(Events.CUES_PARSED, (_, { track, cues }) => this.#keepCues(track, cues))
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => this.#report.levelShown(level))
    hls.on(Events.LEVEL_UPDATED, (_, { details }) => this.#tellClock(details))
    hls.on(Events.LEVEL_PTS_UPDATED, (_, { details }) => this.#tellClock(details))
    hls.on(Events.AUDIO_TRACK_SWITCHED, () => this.#report.audioTrackShown(hls.audioTrack))
    hls.on(Events.FRAG_LOADED, () => this.#report.speedMeasured(hls.bandwidthEstimate / 8))
    hls.on(Events.ERROR, (_, error) => {
      const failure = failureOfHlsError(error)
      if (!failure) return
      // Tried again where somebody listens.
      this.#early = null
      this.#report.failed(failure)
    })
    hls.attachMedia(video)
  }

  /** Opens an address that the player will ask for soon. */
  loadEarly(url: string, startSec: number): void {
    this.load(url, startSec)
    this.#early = { url, startSec }
  }

  load(url: string, startSec: number): void {
    const early = this.#early
    this.#early = null
    if (early?.url === url && early.startSec === startSec) return
    this.#url = url
    this.#isParsed = false
    this.#cues.clear()
    this.#hls.config.startPosition = startSec > 0 ? startSec : -1
    this.#hls.loadSource(url)
  }

  goOn(): void {
    if (this.#isParsed) this.#hls.startLoad()
    else this.#hls.loadSource(this.#url)
  }

  rebuild(): void {
    this.#hls.recoverMediaError()
  }

  stop(): void {
    this.#hls.stopLoad()
  }

  chooseLevel(index: number): void {
    this.#hls.nextLevel = index
  }

  chooseAudioTrack(index: number): void {
    this.#hls.audioTrack = index
  }

  chooseSubtitle(index: number): void {
    this.#hls.subtitleTrack = index
    this.#tellCues()
  }

  setReport(report: EngineReport): void {
    this.#report = report
    if (this.#isParsed) this.#tellTracks(true)
    if (this.#hls.currentLevel >= 0) report.levelShown(this.#hls.currentLevel)
  }

  destroy(): void {
    this.#hls.destroy()
  }

  #tellTracks(isOpened: boolean): void {
    const { levels, audioTracks, subtitleTracks } = this.#hls
    const tracks = {
      levels: levels.map(({ height }, index) => ({ index, height })),
      audioTracks: audioTracks.map(({ name }, index) => ({ index, name })),
      subtitles: subtitleTracks.map(({ name }, index) => ({ index, name })),
    }
    this.#report.tracksFound(tracks, isOpened)
  }

  #tellClock({ fragments, live, targetduration }: LevelDetails): void {
    const runs = runsOf(
      fragments.map(({ start, duration, programDateTime }) => ({
        startSec: start,
        durationSec: duration,
        wallMs: programDateTime,
      })),
    )
    if (runs.length === 0) return
    const latencySec = this.#hls.targetLatency ?? 2 * targetduration
    this.#report.clockFound({ runs, isGrowing: live, latencySec, atMs: Date.now() })
  }

  #keepCues(track: string, parsed: unknown): void {
    if (!Array.isArray(parsed)) return
    this.#cues.set(track, [...(this.#cues.get(track) ?? []), ...cuesOf(parsed)])
    this.#tellCues()
  }

  #tellCues(): void {
    const index = this.#hls.subtitleTrack
    // As hls.js names them.
    const track = this.#hls.subtitleTracks[index]?.default === true ? 'default' : `subtitles${index}`
    this.#report.cuesFound(this.#cues.get(track) ?? [])
  }
}
