import type { Danmaku, DanmakuSettings } from '@yunmu/contract'

export type DanmakuItem = Danmaku

/** Media time on the axis of `Danmaku.time`. */
export interface DanmakuClock {
  timeSec: number
  /** Media seconds per second. */
  rate: number
  /** Whether the time is advancing now: false while paused or waiting for data. */
  moving: boolean
}

export interface DanmakuLayerOptions {
  /** Called on every frame; should grow evenly. */
  clock: () => DanmakuClock
  /** CSS font family. */
  family?: string
  /** CSS colour of the line under own danmaku. */
  accent?: string
  /** No motion: at most three fixed danmaku for four seconds each. */
  reducedMotion?: boolean
  /** Allows overlapping if all lanes are full, instead of dropping those with the least weight. */
  overlap?: boolean
}

export interface DanmakuHit {
  danmaku: DanmakuItem
  /** CSS pixels from the canvas's top left corner. */
  box: { x: number; y: number; width: number; height: number }
}

export interface DanmakuStats {
  /** Currently visible. */
  shown: number
  /** All items, visible or not. */
  known: number
  /** Dropped since the last replanning, because all lanes were full. */
  dropped: number
  /** Cached text bitmaps and their size. */
  sprites: number
  spriteBytes: number
  /** Bitmaps that combine several danmaku. */
  clusters: number
}

export interface DanmakuLayer {
  /** Adds items; known ids are replaced. */
  put(list: readonly DanmakuItem[]): void
  remove(ids: readonly string[]): void
  clear(): void
  /** Shows a new item now if its time has passed, otherwise at its time. */
  show(one: DanmakuItem): void
  set(settings: DanmakuSettings): void
  /** Resizes the canvas to `widthCss * ratio` × `heightCss * ratio` screen pixels. */
  resize(widthCss: number, heightCss: number, ratio: number): void
  /** Space at the bottom that bottom danmaku leave free, for controls and subtitles. */
  reserveBottom(bottomPx: number): void
  /** The topmost item at a point of the canvas, in CSS pixels. */
  at(xCss: number, yCss: number): DanmakuHit | null
  /** Holds an item at its position while its menu is open; null releases it. */
  hold(id: string | null): void
  /** Redraws at once after the clock was started, stopped or set, instead of within 250 ms. */
  wake(): void
  stats(): DanmakuStats
  destroy(): void
}
