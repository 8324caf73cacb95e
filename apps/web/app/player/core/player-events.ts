import type { PlayerFailure } from './player-failures.ts'

/** Events of a player: moments only; lasting facts are in its state. */
export interface PlayerEvents {
  /** Other media was requested. */
  requested: { lineId: number }
  /** A URL is being opened: the first one, one of another line, or a renewed one. */
  opening: { lineId: number }
  /** The first frame of a URL is displayed. */
  firstFrame: { lineId: number }
  /** Playback has advanced for the first time since `load`. */
  playbackStarted: { lineId: number }
  timeChanged: { sec: number; durationSec: number }
  seeked: { sec: number }
  paused: { sec: number }
  ended: { durationSec: number }
  failed: PlayerFailure
  /** An address of another host has played for a while, or was given up. */
  addressTried: { id: number; failed: boolean }
  /** Another line took over automatically. */
  lineSwitched: { fromId: number; toId: number }
}
