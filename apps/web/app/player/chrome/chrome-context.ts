import { createContext, use, type ReactNode, type RefObject } from 'react'
import { createStore, useStore, type StoreApi } from 'zustand'
import type { PlayerHandle, PlayLine } from '../core/player-handle.ts'
import type { PlayerState } from '../core/player-state.ts'
import type { LiveControl } from '../live/live-control.ts'
import type { Tile } from '../storyboard/storyboard.ts'
import type { PlayerIconName } from '../player-icon.tsx'
import type { BarChapters } from './seek/bar-marks.tsx'

/** Metadata of what plays. */
export interface PlayerMetadata {
  title: string
  /** Such as 第 7 集 守灯人; empty for a film. */
  episode: string
  /** Whether it is a single piece, so that texts do not speak of an episode. */
  isFilm: boolean
  /** URL of the artwork behind the player. */
  picture: string
  lines: readonly PlayLine[]
  /** End of the opening and start of the ending, seconds from the start; 0 if there is none. */
  openingEndSec: number
  endingStartSec: number
  /** What comes next. A ready episode starts automatically, everything else on request. */
  next: { kind: 'episode' | 'title'; name: string; picture: string; follows: boolean } | null
  hasPrevious: boolean
  /** An episode that can be watched while this one is not ready. */
  ready: { level: number; name: string } | null
  /** Position that playback resumed from; 0 from the start. */
  resumedSec: number
  /** Whether a link named the position, not the watch record. */
  isLinkedTo: boolean
  /** URL to continue on a phone. */
  phoneUrl: (atSec: number) => string
}

export interface PlayerActions {
  next(): void
  previous(): void
  openEpisode(level: number): void
  isWide: boolean
  setWide(wide: boolean): void
  /** Leaves the player page. */
  leave(): void
  /** Asks for the password of the line that was to be played, and returns. */
  askPassword(lineId: number): void
}

/** Parts of the frame for channels: their own control bar and time-based navigation. */
export interface LiveChrome {
  control: LiveControl
  bar: ReactNode
  /** Shown over the picture. */
  notices: ReactNode
  /** Shown instead of the picture while nothing is on the air. */
  offAir: ReactNode
  /** Opens the guide beside the player. */
  openGuide(): void
}

/** Danmaku elements of the frame, and actions for keys, bars and the pointer. */
export interface DanmakuChrome {
  /** Over the picture, below subtitles and controls. */
  layer: ReactNode
  /** Menu of the held danmaku, above everything that handles the pointer. */
  menu: ReactNode
  /** Switch and send field for the control bar in full screen. */
  barItem: ReactNode
  /** Density curve on the seek bar. */
  heat: ReactNode
  /** Toggles danmaku. Returns whether they are on. */
  toggle(): boolean
  /** Focuses the visible send field. */
  focusField(): void
  /** Pointer position over the picture in CSS pixels from its corner; null when it leaves. */
  movePointer(at: { x: number; y: number } | null): void
  /** Handles a press or tap. Returns whether it hit a danmaku. */
  press(at: { x: number; y: number }): boolean
}

export interface Feedback {
  /** Changes when the same text is shown again. */
  count: number
  icon: PlayerIconName
  text: string
}

export interface ChromeState {
  /** Name of the open menu; at most one. */
  menu: string | null
  feedback: Feedback | null
  isShortcutListOpen: boolean
  areControlsShown: boolean
  isLocked: boolean
  isFast: boolean
  /** 1 is the original brightness. */
  brightness: number
  /** Time under the pointer or finger on the seek bar. */
  pointerSec: number | null
  /** Whether the seek bar is being dragged. */
  isDragging: boolean
  tiles: readonly Tile[]
  /** The viewer cancelled the automatic start of the next episode. */
  isNextCancelled: boolean
  /** As in the settings: null until the viewer has decided. */
  skipsOpening: boolean | null
  /** The skippable part that is playing. */
  skippable: 'opening' | 'ending' | null
}

export type ChromeStore = StoreApi<ChromeState>

export const createChromeStore = (): ChromeStore =>
  createStore<ChromeState>()(() => ({
    menu: null,
    feedback: null,
    isShortcutListOpen: false,
    areControlsShown: true,
    isLocked: false,
    isFast: false,
    brightness: 1,
    pointerSec: null,
    isDragging: false,
    tiles: [],
    isNextCancelled: false,
    skipsOpening: null,
    skippable: null,
  }))

export interface Chrome {
  player: PlayerHandle
  video: RefObject<HTMLVideoElement | null>
  live: LiveChrome | null
  danmaku: DanmakuChrome | null
  /** Of a recording, in seconds of its media time. */
  chapters: BarChapters | null
  /** Shown instead of the picture, because there is nothing to play yet. */
  instead: ReactNode
  store: ChromeStore
  metadata: PlayerMetadata
  actions: PlayerActions
}

export const ChromeContext = createContext<Chrome | null>(null)

export function useChrome(): Chrome {
  const chrome = use(ChromeContext)
  if (!chrome) throw new Error('useChrome needs a PlayerFrame above')
  return chrome
}

/** One value of the player's state; the component re-renders when it changes. */
export const usePlayerState = <Value>(select: (state: PlayerState) => Value): Value =>
  useStore(useChrome().player.state, select)

/** One value of the controls' state. */
export const useChromeState = <Value>(select: (state: ChromeState) => Value): Value =>
  useStore(useChrome().store, select)

/** Shows in the middle of the picture what a key or gesture did. */
export function showFeedback(store: ChromeStore, icon: PlayerIconName, text: string): void {
  store.setState(({ feedback }) => ({ feedback: { count: (feedback?.count ?? 0) + 1, icon, text } }))
}
