import type { Emitter } from './emitter.ts'
import type { PlayerEvents } from './player-events.ts'
import type { PlayerStore } from './player-state.ts'

/** One ability of a player. What its constructor began, `destroy` ends: exactly that. */
export interface PlayerPart {
  destroy(): void
}

/** A line: one source that has the episode. */
export interface PlayLine {
  id: number
  name: string
}

/** Where a line can be played, for a while. */
export interface PlayGrant {
  /** The master playlist. */
  url: string
  qualities: readonly { name: string; height: number; vip: boolean }[]
  /** WebVTT, or null. */
  storyboard: string | null
  /**
   * Where to begin in it, where that is not the moment that was played last: the playlists of a channel count from
   * different moments. 0 leaves it to the stream: the start of a film, the edge of what is live.
   */
  startSec?: number
}

/** Why a line cannot be played, as far as a player cares. */
export type PlayRefusal = 'pending' | 'broken' | 'vip' | 'gone'

export type PlayAnswer = { granted: PlayGrant } | { refused: PlayRefusal }

/** What to play. */
export interface PlayRequest {
  /** In the order in which they are tried. */
  lines: readonly PlayLine[]
  lineId: number
  startSec: number
  /** Whether it goes on by itself: it plays at its own speed, and another line is tried sooner. */
  isLive?: boolean
  /** Whether another line may take over by itself; always, where nobody says. */
  mayLeaveLine?: () => boolean
  /** Asks for permission and an address. Throws where the station cannot be reached. */
  ask(lineId: number): Promise<PlayAnswer>
}

/** Where a player shows its picture. */
export interface Stage {
  /** Holds the markup of `PlayerFrame`. */
  container: HTMLDivElement
  video: HTMLVideoElement
}

/** A player, whatever plays inside. Made without a document; `attach` gives it one. */
export interface PlayerHandle {
  readonly state: PlayerStore
  readonly on: Emitter<PlayerEvents>['on']
  attach(stage: Stage): () => void
  /** Plays something else. What played until now ends. */
  load(request: PlayRequest): void
  play(): void
  pause(): void
  toggle(): void
  /** Seconds from the start, cut to what there is. What is over plays on from there. */
  seek(sec: number): void
  setRate(rate: number): void
  /** A rate for as long as something is held down; null goes back to the viewer's own. */
  setPassingRate(rate: number | null): void
  /** 0 to 1; ends muting. */
  setVolume(volume: number): void
  setMuted(muted: boolean): void
  setFill(fill: boolean): void
  /** -1 leaves it to the engine. */
  chooseQuality(index: number): void
  chooseAudioTrack(index: number): void
  /** -1 shows none. */
  chooseSubtitle(index: number): void
  setFullscreen(on: boolean): void
  setWebFullscreen(on: boolean): void
  setPictureInPicture(on: boolean): void
  /** Tries again after having given up. */
  retry(): void
  /** Goes on with another line at the same moment. */
  changeLine(lineId: number): void
  /** The same where nobody asked for it: says so, and offers the way back. */
  leaveLineFor(lineId: number): void
  destroy(): void
}
