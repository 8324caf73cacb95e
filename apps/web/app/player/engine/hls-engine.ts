import Hls, { type FragLoadedData, type HlsConfig, type LevelDetails, type LoadPolicy } from 'hls.js'
import { runsOf, type StreamClock } from '../live/clock-rules.ts'
import { cuesOf } from './cues-of.ts'
import { noopListener, type Cue, type Engine, type EngineListener, type StreamKind } from './engine.ts'
import { failureOf } from '../core/player-failures.ts'
import { createFileSource, type FileSource } from './file-source.ts'
import { failureOfHlsError } from './hls-failures.ts'
import { readBandwidth, storeBandwidth } from './known-bandwidth.ts'
import { createRenewedFolders } from './renewed-folders.ts'

export const isHlsSupported = (): boolean => Hls.isSupported()

/** One quick retry inside hls.js; further retries are decided by the recovery part. */
const loadPolicyFrom = (policy: LoadPolicy): LoadPolicy => ({
  default: {
    ...policy.default,
    maxTimeToFirstByteMs: 8000,
    errorRetry: { maxNumRetry: 1, retryDelayMs: 300, maxRetryDelayMs: 300 },
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
  },
})

const config: Partial<HlsConfig> = {
  manifestLoadPolicy: loadPolicyFrom(Hls.DefaultConfig.manifestLoadPolicy),
  playlistLoadPolicy: loadPolicyFrom(Hls.DefaultConfig.playlistLoadPolicy),
  fragLoadPolicy: loadPolicyFrom(Hls.DefaultConfig.fragLoadPolicy),
  // Requests the first segment while the decoder is being set up.
  startFragPrefetch: true,
  backBufferLength: 60,
  // Native tracks would load URLs that the CSP blocks, and overlap the controls.
  renderTextTracksNatively: false,
  enableCEA708Captions: false,
  // Two segments behind the live edge, so that one late segment does not stall playback.
  liveSyncDurationCount: 2,
  // Corrects drift with an inaudible speed change.
  maxLiveSyncPlaybackRate: 1.04,
  // A live stream must not report an end.
  liveDurationInfinity: true,
  // A rendition larger than the player wastes bandwidth.
  capLevelToPlayerSize: true,
}

/** HLS through Media Source Extensions, with hls.js. */
export class HlsEngine implements Engine {
  /** Loads hls.js with all of its parts. Given from outside: a script that loads others would wait for the page's. */
  loadWhole: () => Promise<{ WholeHls: typeof Hls }> = () => Promise.reject(new Error('not given'))
  #hls: Hls
  /** Whether it reads segments of other formats than the station's. */
  #isWhole = false
  /** What is being opened, while the script for it is loaded. */
  #opening: object | null = null
  readonly #cues = new Map<string, Cue[]>()
  readonly #folders = createRenewedFolders()
  readonly #video: HTMLVideoElement
  readonly #file: FileSource
  #listener = noopListener
  #url = ''
  #isParsed = false
  /** URL opened before a listener was set; null after a failure. */
  #early: { url: string; startSec: number } | null = null
  /** Of the playlist that was read last. */
  #clock: StreamClock | null = null

  constructor(video: HTMLVideoElement) {
    this.#video = video
    this.#file = createFileSource(video, (failure) => this.#listener.onFailure(failure))
    this.#hls = this.#create(Hls)
  }

  /** An hls.js that is attached to the video, with our listeners. */
  #create(Kind: typeof Hls): Hls {
    const bandwidth = readBandwidth()
    const hls = new Kind({
      ...config,
      ...(bandwidth === null ? {} : { abrEwmaDefaultEstimate: bandwidth }),
      // hls.js opens the request itself if this does not.
      xhrSetup: (request, url) => {
        const renewed = this.#folders.rewrite(url)
        if (renewed !== url) request.open('GET', renewed, true)
      },
    })
    const { Events } = Hls
    hls.on(Events.MANIFEST_PARSED, () => {
      this.#isParsed = true
      this.#emitTracks(true)
    })
    hls.on(Events.AUDIO_TRACKS_UPDATED, () => this.#emitTracks(false))
    hls.on(Events.SUBTITLE_TRACKS_UPDATED, () => this.#emitTracks(false))
    hls.on(Events.CUES_PARSED, (_, { track, cues }) => this.#addCues(track, cues))
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => this.#listener.onLevelChange(level))
    hls.on(Events.LEVEL_UPDATED, (_, { details }) => this.#updateClock(details))
    hls.on(Events.LEVEL_PTS_UPDATED, (_, { details }) => this.#updateClock(details))
    hls.on(Events.AUDIO_TRACK_SWITCHED, () => this.#listener.onAudioTrackChange(hls.audioTrack))
    hls.on(Events.FRAG_LOADED, () => {
      storeBandwidth(hls.bandwidthEstimate)
      this.#listener.onBandwidth(hls.bandwidthEstimate / 8)
    })
    hls.on(Events.ERROR, (_, error) => {
      const failure = failureOfHlsError(error)
      if (!failure) return
      // Retried once there is a listener.
      this.#early = null
      this.#listener.onFailure(failure)
    })
    hls.attachMedia(this.#video)
    return hls
  }

  /**
   * Opens a URL that the player will request soon.
   * @param onLoaded is called once, when the first segments of picture and sound have been loaded or loading has failed
   */
  loadEarly({ url, startSec, onLoaded }: { url: string; startSec: number; onLoaded: () => void }): void {
    const hls = this.#hls
    const { FRAG_LOADED, ERROR } = Hls.Events
    const loaded = new Set<string>()
    const end = (): void => {
      hls.off(FRAG_LOADED, onFragment)
      hls.off(ERROR, end)
      onLoaded()
    }
    const onFragment = (_: unknown, { frag }: FragLoadedData): void => {
      if (frag.sn === 'initSegment') return
      loaded.add(frag.type)
      if (loaded.size > (hls.audioTracks.length > 0 ? 1 : 0)) end()
    }
    hls.on(FRAG_LOADED, onFragment)
    hls.on(ERROR, end)
    this.load(url, startSec)
    this.#early = { url, startSec }
  }

  load(url: string, startSec: number, kind: StreamKind = 'own'): void {
    const early = this.#early
    this.#early = null
    this.#opening = null
    if (kind === 'mp4') return this.#loadFile(url, startSec)
    if (kind === 'hls' && !this.#isWhole) return this.#becomeWhole(url, startSec)
    if (this.#file.isOpen) {
      this.#file.close()
      this.#hls.attachMedia(this.#video)
    }
    if (early?.url === url && early.startSec === startSec) {
      // A complete playlist is not read again.
      if (this.#clock) this.#listener.onClock(this.#clock)
      return
    }
    this.#url = url
    this.#folders.clear()
    this.#isParsed = false
    this.#clock = null
    this.#cues.clear()
    this.#hls.config.startPosition = startSec > 0 ? startSec : -1
    this.#hls.loadSource(url)
  }

  /** Replaces hls.js by one with all of its parts, then opens a stream of another host. */
  #becomeWhole(url: string, startSec: number): void {
    const opening = {}
    this.#opening = opening
    const open = ({ WholeHls }: { WholeHls: typeof Hls }): void => {
      if (this.#opening !== opening) return
      this.#file.close()
      this.#hls.destroy()
      this.#hls = this.#create(WholeHls)
      this.#isWhole = true
      this.load(url, startSec, 'hls')
    }
    const fail = (): void => {
      if (this.#opening === opening) this.#listener.onFailure(failureOf('playlist', true, 'engine'))
    }
    this.loadWhole().then(open, fail)
  }

  #loadFile(url: string, startSec: number): void {
    this.#hls.stopLoad()
    this.#hls.detachMedia()
    this.#cues.clear()
    this.#isParsed = false
    this.#listener.onTracks({ levels: [], audioTracks: [], subtitles: [] }, true)
    this.#file.open(url, startSec)
  }

  async renew(url: string): Promise<boolean> {
    if (this.#file.isOpen) return false
    const opened = this.#url
    const response = await fetch(url, { cache: 'no-store' })
    if (!response.ok || opened !== this.#url) return false
    this.#folders.add(await response.text())
    return true
  }

  resumeLoading(): void {
    if (this.#file.isOpen) this.#file.reopen()
    else if (this.#isParsed) this.#hls.startLoad()
    else this.#hls.loadSource(this.#url)
  }

  recoverMedia(): void {
    if (this.#file.isOpen) this.#file.reopen()
    else this.#hls.recoverMediaError()
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
    this.#emitCues()
  }

  setListener(listener: EngineListener): void {
    this.#listener = listener
    if (this.#isParsed) this.#emitTracks(true)
    if (this.#hls.currentLevel >= 0) listener.onLevelChange(this.#hls.currentLevel)
  }

  destroy(): void {
    this.#opening = null
    this.#file.close()
    this.#hls.destroy()
  }

  #emitTracks(isOpened: boolean): void {
    const { levels, audioTracks, subtitleTracks } = this.#hls
    const tracks = {
      levels: levels.map(({ width, height }, index) => ({ index, width, height })),
      audioTracks: audioTracks.map(({ name }, index) => ({ index, name })),
      subtitles: subtitleTracks.map(({ name }, index) => ({ index, name })),
    }
    this.#listener.onTracks(tracks, isOpened)
  }

  #updateClock({ fragments, live, targetduration }: LevelDetails): void {
    const runs = runsOf(
      fragments.map(({ start, duration, programDateTime }) => ({
        startSec: start,
        durationSec: duration,
        wallMs: programDateTime,
      })),
    )
    if (runs.length === 0) return
    const latencySec = this.#hls.targetLatency ?? 2 * targetduration
    this.#clock = { runs, isGrowing: live, latencySec, atMs: Date.now() }
    this.#listener.onClock(this.#clock)
  }

  #addCues(track: string, parsed: unknown): void {
    if (!Array.isArray(parsed)) return
    this.#cues.set(track, [...(this.#cues.get(track) ?? []), ...cuesOf(parsed)])
    this.#emitCues()
  }

  #emitCues(): void {
    const index = this.#hls.subtitleTrack
    // Naming of hls.js.
    const track = this.#hls.subtitleTracks[index]?.default === true ? 'default' : `subtitles${index}`
    this.#listener.onCues(this.#cues.get(track) ?? [])
  }
}
