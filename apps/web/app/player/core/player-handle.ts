import type { Emitter } from './emitter.ts'
import type { PlayerEvents } from './player-events.ts'
import type { PlayerStore } from './player-state.ts'

/** A part of a player with one responsibility. `destroy` undoes everything the constructor started. */
export interface PlayerPart {
  destroy(): void
}

/** A line: one source that has the episode. */
export interface PlayLine {
  id: number
  name: string
}

/** The beginning of an episode for VIPs, and how long the whole is. */
export interface Preview {
  endSec: number
  durationSec: number
}

/** An address of a film elsewhere: a playlist, a file, or a page that plays it by itself. */
export interface RemoteSource {
  id: number
  kind: 'hls' | 'mp4' | 'page'
  url: string
}

/** Permission to play a line, valid for a limited time. */
export interface PlayGrant {
  /** URL of the master playlist. */
  url: string
  qualities: readonly { name: string; height: number; vip: boolean }[]
  /** All addresses of a film that lies elsewhere, in the order of trying; absent for one of the station. */
  sources?: readonly RemoteSource[]
  /** URL of a WebVTT file, or null. */
  storyboard: string | null
  preview?: Preview | null
  /** When its addresses expire, Unix seconds of the server's clock. */
  expiresSec?: number
  /**
   * Start position in this stream, if it differs from the last position: a channel's playlists have different time
   * origins. 0 means the stream's own start: the beginning of a film, the live edge of a channel.
   */
  startSec?: number
}

/** Why a line cannot be played. */
export type PlayRefusal = 'pending' | 'broken' | 'vip' | 'password' | 'gone' | 'crowded'

/** `waitSec`: in how many seconds it can be played; 0 if that is not known. */
export type PlayResult = { granted: PlayGrant } | { refused: PlayRefusal; waitSec: number }

/** What to play. */
export interface PlayRequest {
  /** In the order of trying. */
  lines: readonly PlayLine[]
  lineId: number
  startSec: number
  /** Whether it is live: then it plays at its own speed, and another line is tried sooner. */
  isLive?: boolean
  /** Whether another line may take over automatically; default true. */
  maySwitchLine?: () => boolean
  /** Requests permission and a URL. Throws if the server is unreachable. */
  requestPlay(lineId: number): Promise<PlayResult>
}

/** DOM elements of a player. */
export interface Stage {
  /** Element with the markup of `PlayerFrame`. */
  container: HTMLDivElement
  video: HTMLVideoElement
}

/** A player, independent of the engine. Created without a document; `attach` provides one. */
export interface PlayerHandle {
  readonly state: PlayerStore
  readonly on: Emitter<PlayerEvents>['on']
  attach(stage: Stage): () => void
  /** Plays other media and stops the current. */
  load(request: PlayRequest): void
  play(): void
  /** Afterwards `positionSec` is the position at which the video stands. */
  pause(): void
  toggle(): void
  /** Opens what is loaded without playing it, until the returned function is called. */
  hold(): () => void
  /** Seeks to seconds from the start, clamped to the duration. Ended playback starts again. */
  seek(sec: number): void
  setRate(rate: number): void
  /** Rate during a long press; null restores the viewer's rate. */
  setTemporaryRate(rate: number | null): void
  /** 0 to 1; unmutes. */
  setVolume(volume: number): void
  setMuted(muted: boolean): void
  setFill(fill: boolean): void
  /** -1 lets the engine choose. */
  chooseQuality(index: number): void
  chooseAudioTrack(index: number): void
  /** -1 shows none. */
  chooseSubtitle(index: number): void
  setFullscreen(on: boolean): void
  setWebFullscreen(on: boolean): void
  /** Full screen if the browser allows it without a press, otherwise the whole window. */
  fillScreen(): void
  setPictureInPicture(on: boolean): void
  /** Copies the displayed frame; null if there is none yet. */
  captureFrame(): HTMLCanvasElement | null
  /** Frames of the film at these seconds, decoded beside what plays. Fewer if playback is not permitted any more. */
  captureFrames(secs: readonly number[], signal: AbortSignal): AsyncIterable<HTMLCanvasElement>
  /** What is said around the current position, by the chosen subtitles: the closest sentence first, at most three. */
  spokenNearby(): string[]
  /** Tries again after recovery has failed. */
  retry(): void
  /** Stops, because the account plays on other devices: this stream was ended there, or has lost its place. */
  giveWay(reason: 'ended' | 'crowded'): void
  /** Asks again for what may be played, because the viewer became a VIP, and goes on at the same position. */
  renew(): void
  /** Switches to another line at the same position. */
  changeLine(lineId: number): void
  /** Like `changeLine`, but not requested by the viewer: shows a notice that offers to undo it. */
  switchLineTo(lineId: number): void
  destroy(): void
}
