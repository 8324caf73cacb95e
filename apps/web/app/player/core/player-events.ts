import type { PlayerFailure } from './player-failures.ts'

/** Everything that a player says. What lasts stands in its state; these are moments. */
export interface PlayerEvents {
  /** Something else is to be played. */
  requested: { lineId: number }
  /** An address is being opened: the first, another line's, or a fresh one of the same. */
  opening: { lineId: number }
  /** The first frame of an address is on the screen. */
  firstFrame: { lineId: number }
  /** Playback has advanced by itself for the first time since `load`. */
  playbackBegan: { lineId: number }
  timeChanged: { sec: number; durationSec: number }
  seeked: { sec: number }
  paused: { sec: number }
  ended: { durationSec: number }
  failed: PlayerFailure
  /** Another line took over by itself. */
  lineSwitched: { fromId: number; toId: number }
}
