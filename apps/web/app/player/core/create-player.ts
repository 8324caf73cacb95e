import { seekTarget } from '../parts/end-rules.ts'
import { AttachedPlayer } from './attached-player.ts'
import { captureFrame, captureFrames } from './capture-frames.ts'
import { createEmitter } from './emitter.ts'
import type { PlayerEvents } from './player-events.ts'
import type { PlayerHandle, PlayRequest, Stage } from './player-handle.ts'
import { changeSettings } from './player-settings.ts'
import { createPlayerStore, initialState } from './player-state.ts'

const clamp = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to)

/** Creates a player. It needs no document until `attach`. */
export const createPlayer = (): PlayerHandle => new Player()

class Player implements PlayerHandle {
  readonly state = createPlayerStore()
  readonly #events = createEmitter<PlayerEvents>()
  readonly on = this.#events.on
  #stage: Stage | null = null
  #attached: AttachedPlayer | null = null
  #request: PlayRequest | null = null

  attach(stage: Stage): () => void {
    this.#detach()
    this.#stage = stage
    this.#attached = new AttachedPlayer({ stage, state: this.state, events: this.#events })
    if (this.#request) this.#attached.open(this.#request)
    return () => this.#detach()
  }

  load(request: PlayRequest): void {
    this.#request = request
    this.#attached?.open(request)
  }

  play(): void {
    if (this.state.getState().ended) this.#goTo(0)
    this.state.setState({ paused: false })
    if (this.state.getState().held) return
    this.#stage?.video.play().catch((err: unknown) => {
      if (err instanceof DOMException && err.name === 'NotAllowedError') this.state.setState({ paused: true })
    })
  }

  pause(): void {
    this.state.setState({ paused: true })
    const video = this.#stage?.video
    if (!video) return
    video.pause()
    // The last update of the position is up to a quarter of a second old.
    // Before the frame of a seek is loaded, another line may have begun at another position.
    const hasFrame = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
    const { phase, reopening } = this.state.getState()
    if (hasFrame && phase === 'open' && !reopening) this.state.setState({ positionSec: video.currentTime })
  }

  hold(): () => void {
    this.state.setState({ held: true })
    this.#stage?.video.pause()
    return () => {
      if (!this.state.getState().held) return
      this.state.setState({ held: false })
      if (!this.state.getState().paused) this.play()
    }
  }

  toggle(): void {
    if (this.state.getState().paused) this.play()
    else this.pause()
  }

  seek(sec: number): void {
    const at = this.state.getState()
    const toSec = seekTarget(sec, at)
    if (toSec === null) return
    this.#goTo(toSec)
    // Playback had ended, it was not paused.
    if (at.ended) this.play()
  }

  setRate(rate: number): void {
    changeSettings({ rate })
    const video = this.#stage?.video
    if (!video) return
    // Media loaded later starts with the default rate.
    video.defaultPlaybackRate = rate
    video.playbackRate = rate
  }

  setTemporaryRate(rate: number | null): void {
    const video = this.#stage?.video
    if (video) video.playbackRate = rate ?? video.defaultPlaybackRate
  }

  setVolume(volume: number): void {
    const video = this.#stage?.video
    if (!video) return
    video.volume = clamp(volume, 0, 1)
    video.muted = false
  }

  setMuted(muted: boolean): void {
    if (this.#stage) this.#stage.video.muted = muted
  }

  setFill(fill: boolean): void {
    this.state.setState({ fill })
  }

  chooseQuality(index: number): void {
    this.#attached?.tracks.chooseQuality(index)
  }

  chooseAudioTrack(index: number): void {
    this.#attached?.tracks.chooseAudioTrack(index)
  }

  chooseSubtitle(index: number): void {
    this.#attached?.tracks.chooseSubtitle(index)
  }

  setFullscreen(on: boolean): void {
    this.#attached?.host?.setFullscreen(on)
  }

  setWebFullscreen(on: boolean): void {
    this.#attached?.host?.setWebFullscreen(on)
  }

  fillScreen(): void {
    this.#attached?.host?.fillScreen()
  }

  setPictureInPicture(on: boolean): void {
    this.#attached?.host?.setPictureInPicture(on)
  }

  captureFrame(): HTMLCanvasElement | null {
    // Frames of another host's file are not readable.
    return this.#stage && !this.#attached?.recovery.isFile ? captureFrame(this.#stage.video) : null
  }

  async *captureFrames(secs: readonly number[], signal: AbortSignal): AsyncGenerator<HTMLCanvasElement> {
    const result = await this.#request?.requestPlay(this.state.getState().lineId)
    if (result && 'granted' in result && !result.granted.sources) yield* captureFrames(result.granted.url, secs, signal)
  }

  spokenNearby(): string[] {
    return this.#attached?.subtitles.spokenNearby() ?? []
  }

  retry(): void {
    this.#attached?.recovery.retry()
  }

  giveWay(reason: 'ended' | 'crowded'): void {
    this.#attached?.recovery.giveWay(reason)
  }

  renew(): void {
    this.#attached?.recovery.renew()
  }

  changeLine(lineId: number): void {
    this.#attached?.recovery.changeLine(lineId)
  }

  switchLineTo(lineId: number): void {
    this.#attached?.recovery.switchLineTo(lineId)
  }

  destroy(): void {
    this.#detach()
    this.#request = null
    this.state.setState(initialState)
  }

  #goTo(sec: number): void {
    this.state.setState({ ended: false })
    this.#attached?.recovery.moveTo(sec)
    const video = this.#stage?.video
    if (video && video.readyState >= HTMLMediaElement.HAVE_METADATA) video.currentTime = sec
  }

  #detach(): void {
    this.#attached?.destroy()
    this.#attached = null
    this.#stage = null
  }
}
