import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StreamClock } from '../live/clock-rules.ts'

/** A rendition that may be chosen. */
export interface QualityChoice {
  /** As the engine counts them. */
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
 * - `opening`: nothing to see yet
 * - `open`: there is a picture, moving or not
 * - `preparing`: the file is not ready; asked again from time to time
 * - `noRights`: members only
 * - `failed`: given up; `failureCode` says why
 */
export type Phase = 'opening' | 'open' | 'preparing' | 'noRights' | 'failed'

export interface PlayerState {
  phase: Phase
  failureCode: string
  lineId: number
  /** Whether an address is being opened behind a frame that stands still. */
  reopening: boolean
  /** False where it plays, or will as soon as it can. */
  paused: boolean
  /** Whether the browser has refused to begin without a press. */
  needsPress: boolean
  ended: boolean
  seeking: boolean
  positionSec: number
  durationSec: number
  /** Where what is loaded around the position ends. */
  bufferedSec: number
  /** How long nothing moved: 0 not at all, 1 over 400 ms, 2 over 3 s, 3 over 8 s. */
  stall: 0 | 1 | 2 | 3
  /** What the line carried lately, bytes a second; 0 where it is not known, or nothing came since it stands still. */
  bytesPerSec: number
  offline: boolean
  volume: number
  muted: boolean
  rate: number
  qualities: readonly QualityChoice[]
  /** Index of the chosen rendition, -1 where the engine chooses. */
  quality: number
  /** Index of the rendition on the screen, -1 before the first. */
  activeQuality: number
  audioTracks: readonly TrackChoice[]
  audioTrack: number
  subtitles: readonly TrackChoice[]
  /** -1: none. */
  subtitle: number
  /** The words to be read at this moment. */
  subtitleLines: readonly string[]
  storyboardUrl: string | null
  fullscreen: boolean
  webFullscreen: boolean
  pictureInPicture: boolean
  canPictureInPicture: boolean
  /** Fills the frame and cuts what stands over. */
  fill: boolean
  /** The time of day of what plays; null where it has none. */
  clock: StreamClock | null
  /** The last switch of line that nobody asked for. */
  lineSwitch: { fromId: number; toId: number } | null
}

export const initialState: PlayerState = {
  phase: 'opening',
  failureCode: '',
  lineId: 0,
  reopening: false,
  paused: true,
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
  fullscreen: false,
  webFullscreen: false,
  pictureInPicture: false,
  canPictureInPicture: false,
  fill: false,
  clock: null,
  lineSwitch: null,
}

export type PlayerStore = StoreApi<PlayerState>

export const createPlayerStore = (): PlayerStore => createStore<PlayerState>()(() => initialState)
