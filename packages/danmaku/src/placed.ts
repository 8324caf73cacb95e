import type { DanmakuMode } from '@yunmu/contract'
import type { Cluster } from './clusters.ts'
import type { Flight } from './lanes.ts'
import type { Metrics } from './metrics.ts'
import type { Sprite } from './sprites.ts'
import type { Timeline } from './timeline.ts'
import type { FlyingDanmaku } from './types.ts'

export interface Said {
  sec: number
  danmaku: FlyingDanmaku
}

/** One that has its place on the picture. */
export interface Placed extends Flight {
  /** It and those that say the same, in the order of their times. */
  said: Said[]
  /** As it is shown. */
  mode: DanmakuMode
  /** From the top; of bottom ones from the foot. */
  lane: number
  fontPx: number
  color: number
  /** Its text as it was drawn last: asking for it anew at every frame costs as much as showing it. */
  sprite: Sprite | null
  /** The picture of several that it is on. */
  cluster: Cluster | null
}

/** Where one was before everything was planned anew, and since when. */
export type FormerPlaces = ReadonlyMap<string, { lane: number; sec: number }>

export interface PlanInput {
  timeline: Timeline<FlyingDanmaku>
  metrics: Metrics
  wants: (danmaku: FlyingDanmaku) => boolean
  merge: boolean
  overlap: boolean
  /** Nothing flies. */
  still: boolean
  widthOf: (text: string, fontPx: number) => number
  former?: FormerPlaces
}
