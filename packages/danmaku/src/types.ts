import type { Danmaku, DanmakuSettings } from '@yunmu/contract'

export type FlyingDanmaku = Danmaku

/** Where the picture is: the same time that `Danmaku.time` means. */
export interface DanmakuClock {
  timeSec: number
  /** Seconds of the picture in a second of the day. */
  rate: number
  /** Whether it goes on by itself at this moment: false while it is paused or waits for data. */
  moving: boolean
}

export interface DanmakuLayerOptions {
  /** Asked at every frame: what it answers should grow evenly from frame to frame. */
  clock: () => DanmakuClock
  /** Font family, as in CSS. */
  family?: string
  /** The line under one's own, as in CSS. */
  accent?: string
  /** Nothing flies: at most three stand in their places for four seconds. */
  reducedMotion?: boolean
  /** Lets danmaku lie over each other where the lanes are full, instead of leaving out those of least weight. */
  overlap?: boolean
}

export interface DanmakuHit {
  danmaku: FlyingDanmaku
  /** CSS pixels from the upper left of the canvas. */
  box: { x: number; y: number; width: number; height: number }
}

export interface DanmakuStats {
  /** On the picture now. */
  shown: number
  /** Known, shown or not. */
  known: number
  /** Of those planned since the last jump: left out because the lanes were full. */
  leftOut: number
  /** Text pictures that are kept, and their bytes. */
  sprites: number
  spriteBytes: number
  /** Pictures of several that fly side by side. */
  clusters: number
}

export interface DanmakuLayer {
  /** Adds; what has a known id takes its place. */
  put(list: readonly FlyingDanmaku[]): void
  drop(ids: readonly string[]): void
  clear(): void
  /** Shows one now, if the picture has reached its time; else when it does. What was just sent or pushed. */
  show(one: FlyingDanmaku): void
  set(settings: DanmakuSettings): void
  /** The canvas becomes `widthCss` × `heightCss` × `ratio` squared pixels large. */
  resize(widthCss: number, heightCss: number, ratio: number): void
  /** Pixels at the foot that bottom danmaku leave free: controls, subtitles. */
  keepFree(footPx: number): void
  /** The topmost at a point of the canvas, in CSS pixels. */
  at(xCss: number, yCss: number): DanmakuHit | null
  /** Holds one still while a menu is open at it; null lets it go on from there. */
  hold(id: string | null): void
  /** The clock was started, stopped or set: looked at now instead of within a quarter of a second. */
  wake(): void
  stats(): DanmakuStats
  destroy(): void
}
