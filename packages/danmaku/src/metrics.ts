import type { DanmakuMode, DanmakuSettings, DanmakuSize } from '@yunmu/contract'

/** Sizes, durations and lanes for a picture size and the viewer's settings. CSS pixels and media seconds. */
export interface Metrics {
  width: number
  height: number
  /** Font size of normal danmaku. */
  fontPx: number
  lanePx: number
  /** Minimum distance of two in a lane. */
  gapPx: number
  /** Top edge of the first lane. */
  topPx: number
  /** Lanes for moving danmaku, and for fixed ones at the top and bottom. */
  lanes: number
  fixedLanes: number
  /** Durations of moving and fixed danmaku. */
  flightSec: number
  fixedSec: number
  /** Space below the bottom danmaku, unless the controls need more. */
  bottomPx: number
  /** Maximum number of visible danmaku. */
  maxVisible: number
}

/** Picture widths and the flight duration at medium speed. */
const flightsByWidth = [
  [390, 7],
  [844, 8],
  [1000, 9],
  [1920, 10],
] as const

/** Duration factors of speeds 1 to 5: each is about a third faster than the previous one. */
const durationFactorBySpeed = [1.8, 1.35, 1, 0.75, 0.56]

const maxVisibleByDensity = { all: 400, some: 40, few: 15 } as const

/** Scale of a size relative to normal. */
export function scaleOf(size: DanmakuSize): number {
  return size / 25
}

/** Whether danmaku of a mode move. */
export function isMoving(mode: DanmakuMode): boolean {
  return mode === 'scroll' || mode === 'reverse'
}

export interface PictureSize {
  width: number
  height: number
}

export function metricsOf({ width, height }: PictureSize, settings: DanmakuSettings, isStatic = false): Metrics {
  const fontPx = Math.round(clamp(15, width * 0.022, 30) * settings.size) / 100
  const lanePx = Math.round(fontPx * 1.33 + 4.3)
  const topPx = Math.round(clamp(10, width * 0.018, 24))
  // Space for the controls and two lanes of bottom danmaku, at most about a fifth of small pictures.
  const controlsPx = Math.min(Math.max(120, 64 + 2 * lanePx), height * 0.22)
  const bottomPx = settings.clearOfSubtitles ? Math.round(height * 0.18) : 10
  const lowestPx = height - Math.max(controlsPx, settings.clearOfSubtitles ? bottomPx + 2 * lanePx : 0)
  const availableLanes = Math.max(1, Math.floor((lowestPx - topPx) / lanePx))
  const requestedLanes = Math.max(3, Math.floor(((height * settings.area) / 100 - topPx) / lanePx))
  return {
    width,
    height,
    fontPx,
    lanePx,
    topPx,
    bottomPx,
    // The counter of merged danmaku extends into the gap.
    gapPx: fontPx * (settings.merge ? 1.7 : 1.2),
    lanes: Math.min(availableLanes, requestedLanes),
    fixedLanes: isStatic ? 3 : 2,
    flightSec: flightOf(width) * (durationFactorBySpeed[settings.speed - 1] ?? 1),
    fixedSec: 4,
    maxVisible: isStatic ? 3 : maxVisibleByDensity[settings.density],
  }
}

function flightOf(width: number): number {
  const after = flightsByWidth.findIndex(([at]) => at >= width)
  const [toWidth, toSec] = flightsByWidth[after === -1 ? flightsByWidth.length - 1 : after] ?? [0, 10]
  const [fromWidth, fromSec] = flightsByWidth[after - 1] ?? [toWidth, toSec]
  if (toWidth === fromWidth) return toSec
  return fromSec + ((toSec - fromSec) * (width - fromWidth)) / (toWidth - fromWidth)
}

function clamp(least: number, value: number, most: number): number {
  return Math.min(Math.max(least, value), most)
}
