import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StreamClock } from '../live/clock-rules.ts'
import type { Preview } from './player-handle.ts'

/** A selectable rendition. */
export interface QualityChoice {
  /** The engine's index. */
  index: number
  name: string
  height: number
  vip: boolean
}

export interface TrackChoice {
  index: number
  name: string
}

/**
 * - `opening`: no picture yet
 *
 * - `open`: there is a picture, moving or not
 * - `preparing`: the file is not ready; retried periodically
 * - `noRights`: members only
 * - `locked`: needs a password, which another page asks for
 * - `crowded`: the account plays on too many devices, or this stream was ended from another one
 * - `failed`: recovery has failed; see `failureCode`
 */
export type Phase = 'opening' | 'open' | 'preparing' | 'noRights' | 'locked' | 'crowded' | 'failed'

export interface PlayerState {
  phase: Phase
  failureCode: string
  /** While `crowded`: whether another device ended this stream. */
  endedElsewhere: boolean
  /** While `preparing`: in how many seconds it can be played; 0 if that is not known. */
  waitSec: number
  lineId: number
  /** Whether a URL is being opened behind a held frame. */
  reopening: boolean
  /** False while it plays or will play as soon as possible. */
  paused: boolean
  /** Whether something plays before it: it is opened, and starts when that has ended. */
  held: boolean
  /** Whether the browser refused to start without a press. */
  needsPress: boolean
  ended: boolean
  seeking: boolean
  positionSec: number
  durationSec: number
  /** End of the buffered range around the position. */
  bufferedSec: number
  /** How long playback has stalled: 0 not at all, 1 over 400 ms, 2 over 3 s, 3 over 8 s. */
  stall: 0 | 1 | 2 | 3
  /** Recent bandwidth in bytes per second; 0 if unknown or nothing arrived since the stall. */
  bytesPerSec: number
  offline: boolean
  volume: number
  muted: boolean
  rate: number
  qualities: readonly QualityChoice[]
  /** Index of the chosen rendition, -1 if the engine chooses. */
  quality: number
  /** Index of the displayed rendition, -1 before the first. */
  activeQuality: number
  audioTracks: readonly TrackChoice[]
  audioTrack: number
  subtitles: readonly TrackChoice[]
  /** -1: none. */
  subtitle: number
  /** Subtitle lines at the current position. */
  subtitleLines: readonly string[]
  storyboardUrl: string | null
  /** What plays is only the beginning, because the viewer is no VIP. */
  preview: Preview | null
  fullscreen: boolean
  webFullscreen: boolean
  pictureInPicture: boolean
  canPictureInPicture: boolean
  /** Fills the frame and crops the picture. */
  fill: boolean
  /** Wall clock of the stream; null if it has none. */
  clock: StreamClock | null
  /** The page of a partner that plays instead of the video. */
  pageUrl: string | null
  /**
   * The last automatic switch of line. `addresses`, where a film lies elsewhere and could not be played: which addresses of
   * the lines these are, the first is 0.
   */
  lineSwitch: { fromId: number; toId: number; addresses?: { from: number; to: number } } | null
}

export const initialState: PlayerState = {
  phase: 'opening',
  failureCode: '',
  endedElsewhere: false,
  waitSec: 0,
  lineId: 0,
  reopening: false,
  paused: true,
  held: false,
  needsPress: false,
  ended: false,
  seeking: false,
  positionSec: 0,
  durationSec: 0,
  bufferedSec: 0,
  stall: 0,
  bytesPerSec: 0,
  offline: false,
  volume: 1,
  muted: false,
  rate: 1,
  qualities: [],
  quality: -1,
  activeQuality: -1,
  audioTracks: [],
  audioTrack: -1,
  subtitles: [],
  subtitle: -1,
  subtitleLines: [],
  storyboardUrl: null,
  preview: null,
  fullscreen: false,
  webFullscreen: false,
  pictureInPicture: false,
  canPictureInPicture: false,
  fill: false,
  clock: null,
  pageUrl: null,
  lineSwitch: null,
}

export type PlayerStore = StoreApi<PlayerState>

export const createPlayerStore = (): PlayerStore => createStore<PlayerState>()(() => initialState)
