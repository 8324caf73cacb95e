import { createContext, use, type ReactNode, type RefObject } from 'react'
import { createStore, useStore, type StoreApi } from 'zustand'
import type { PlayerHandle, PlayLine } from '../core/player-handle.ts'
import type { PlayerState } from '../core/player-state.ts'
import type { LiveControl } from '../live/live-control.ts'
import type { Tile } from '../storyboard/storyboard.ts'
import type { PlayerIconName } from '../player-icon.tsx'

/** What plays, in words and pictures. */
export interface PlayerAbout {
  title: string
  /** Such as 第 7 集 守灯人; empty for a film. */
  episode: string
  /** Whether it is one piece, so that nobody speaks of an episode. */
  isFilm: boolean
  /** Address of the artwork behind it. */
  picture: string
  lines: readonly PlayLine[]
  /** Seconds from the start where the opening ends and the ending begins; 0 where there is none. */
  openingEndSec: number
  endingStartSec: number
  /** What comes after it. An episode that is ready follows by itself, all else only when it is asked for. */
  next: { kind: 'episode' | 'title'; name: string; picture: string; follows: boolean } | null
  hasPrevious: boolean
  /** What can be watched while this is not ready. */
  ready: { level: number; name: string } | null
  /** Where playing began because it was left there; 0 from the start. */
  resumedSec: number
  /** What the phone opens to go on. */
  phoneUrl: (atSec: number) => string
}

export interface PlayerActions {
  next(): void
  previous(): void
  openEpisode(level: number): void
  isWide: boolean
  setWide(wide: boolean): void
  /** Away from the player, where the frame is the page. */
  leave(): void
}

/** A channel in the frame: its own bar in the place of a film's, and ways by the clock. */
export interface LiveChrome {
  control: LiveControl
  bar: ReactNode
  /** Stands over the picture. */
  plates: ReactNode
  /** In the place of the picture while nothing is on the air. */
  offAir: ReactNode
  /** Leads to the guide beside the player. */
  openGuide(): void
}

/** What viewers said over the picture: where it is drawn, and what keys, bars and the pointer need of it. */
export interface TalkChrome {
  /** Lies over the picture, under subtitles and controls. */
  layer: ReactNode
  /** What can be done with one of them; stands over all that takes the pointer. */
  menu: ReactNode
  /** In the bar where the picture fills the screen: a switch and a field. */
  inBar: ReactNode
  /** Stands on the track of the seek bar. */
  heat: ReactNode
  /** Switches it. Returns whether it is on then. */
  toggle(): boolean
  /** Leads into the field that can be seen. */
  enterField(): void
  /** The pointer rests or moves over the picture, CSS pixels from its corner; null where it has left. */
  point(at: { x: number; y: number } | null): void
  /** A press or tap there. Returns whether somebody's words took it. */
  press(at: { x: number; y: number }): boolean
}

export interface Effect {
  /** Another number for the same words again. */
  count: number
  icon: PlayerIconName
  text: string
}

export interface ChromeState {
  /** The one menu that is open. */
  menu: string | null
  effect: Effect | null
  isKeyListOpen: boolean
  areControlsShown: boolean
  isLocked: boolean
  isFast: boolean
  /** 1 is the picture's own. */
  brightness: number
  /** The moment under the pointer or finger on the seek bar. */
  pointedSec: number | null
  /** Whether that moment is being dragged. */
  isDragging: boolean
  tiles: readonly Tile[]
  /** The next episode was cancelled for this one. */
  isNextCancelled: boolean
  /** As in the settings: null until the viewer has answered. */
  skipsOpening: boolean | null
  /** The part that could be skipped, where it plays now. */
  skippable: 'opening' | 'ending' | null
}

export type ChromeStore = StoreApi<ChromeState>

export const createChromeStore = (): ChromeStore =>
  createStore<ChromeState>()(() => ({
    menu: null,
    effect: null,
    isKeyListOpen: false,
    areControlsShown: true,
    isLocked: false,
    isFast: false,
    brightness: 1,
    pointedSec: null,
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
  talk: TalkChrome | null
  store: ChromeStore
  about: PlayerAbout
  actions: PlayerActions
}

export const ChromeContext = createContext<Chrome | null>(null)

export function useChrome(): Chrome {
  const chrome = use(ChromeContext)
  if (!chrome) throw new Error('useChrome needs a PlayerFrame above')
  return chrome
}

/** One value of the player's state; the component draws again when it changes. */
export const usePlayerState = <Value>(select: (state: PlayerState) => Value): Value =>
  useStore(useChrome().player.state, select)

/** One value of the state of the controls. */
export const useChromeState = <Value>(select: (state: ChromeState) => Value): Value =>
  useStore(useChrome().store, select)

/** Shows what a key or gesture did, in the middle of the picture. */
export function showEffect(store: ChromeStore, icon: PlayerIconName, text: string): void {
  store.setState(({ effect }) => ({ effect: { count: (effect?.count ?? 0) + 1, icon, text } }))
}
