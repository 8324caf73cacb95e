import type { DanmakuMode } from '@yunmu/contract'
import type { Cluster } from './clusters.ts'
import type { Flight } from './lanes.ts'
import type { Metrics } from './metrics.ts'
import type { Sprite } from './sprites.ts'
import type { Timeline } from './timeline.ts'
import type { DanmakuItem } from './types.ts'

export interface Occurrence {
  sec: number
  danmaku: DanmakuItem
}

/** A danmaku with its position. */
export interface Placed extends Flight {
  /** Merged danmaku, sorted by time. */
  occurrences: Occurrence[]
  /** Effective mode. */
  mode: DanmakuMode
  /** From the top; for bottom danmaku from the bottom. */
  lane: number
  fontPx: number
  color: number
  /** Last rendered text: a lookup per frame would cost as much as drawing. */
  sprite: Sprite | null
  /** Cluster that contains it. */
  cluster: Cluster | null
}

/** Lanes and start times before replanning, by id. */
export type PreviousPositions = ReadonlyMap<string, { lane: number; sec: number }>

export interface PlanInput {
  timeline: Timeline<DanmakuItem>
  metrics: Metrics
  isVisible: (danmaku: DanmakuItem) => boolean
  merge: boolean
  overlap: boolean
  /** Whether moving danmaku are shown as fixed ones. */
  isStatic: boolean
  widthOf: (text: string, fontPx: number) => number
  previous?: PreviousPositions
}
