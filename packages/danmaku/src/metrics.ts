import type { DanmakuMode, DanmakuSettings, DanmakuSize } from '@yunmu/contract'

/** How large, how long and where, on a picture of a size, as a viewer wants it. CSS pixels and seconds of the picture. */
export interface Metrics {
  width: number
  height: number
  /** Of normal size. */
  fontPx: number
  lanePx: number
  /** Between two in a lane. */
  gapPx: number
  /** The upper edge of the first lane. */
  topPx: number
  /** Lanes from the top in which danmaku fly; fixed ones stand in the first and last two of the picture. */
  lanes: number
  fixedLanes: number
  /** How long one flies, and how long one stands. */
  flightSec: number
  fixedSec: number
  /** What the bottom ones leave free, if the controls do not take more. */
  footPx: number
  /** How many may be on the picture at once. */
  most: number
}

/** Widths of pictures and how long a flight over them takes at the middle speed. */
const flightsByWidth = [
  [390, 7],
  [844, 8],
  [1000, 9],
  [1920, 10],
] as const

/** Speeds 1 to 5 as parts of a flight's length: each is about a third quicker than the one before. */
const lengthBySpeed = [1.8, 1.35, 1, 0.75, 0.56]

const mostByDensity = { all: 400, some: 40, few: 15 } as const

/** Large and small beside normal. */
export function scaleOf(size: DanmakuSize): number {
  return size / 25
}

/** Whether one flies in this mode. */
export function flies(mode: DanmakuMode): boolean {
  return mode === 'scroll' || mode === 'reverse'
}

export interface PictureSize {
  width: number
  height: number
}

export function metricsOf({ width, height }: PictureSize, settings: DanmakuSettings, still = false): Metrics {
  const fontPx = Math.round(between(15, width * 0.022, 30) * settings.size) / 100
  const lanePx = Math.round(fontPx * 1.33 + 4.3)
  const topPx = Math.round(between(10, width * 0.018, 24))
  // Room for the controls and for two lanes of bottom ones over them, on small pictures a good fifth.
  const controlsPx = Math.min(Math.max(120, 64 + 2 * lanePx), height * 0.22)
  const footPx = settings.clearOfSubtitles ? Math.round(height * 0.18) : 10
  const lowestPx = height - Math.max(controlsPx, settings.clearOfSubtitles ? footPx + 2 * lanePx : 0)
  const whole = Math.max(1, Math.floor((lowestPx - topPx) / lanePx))
  const wanted = Math.max(3, Math.floor(((height * settings.area) / 100 - topPx) / lanePx))
  return {
    width,
    height,
    fontPx,
    lanePx,
    topPx,
    footPx,
    // The count of merged danmaku grows into the gap.
    gapPx: fontPx * (settings.merge ? 1.7 : 1.2),
    lanes: Math.min(whole, wanted),
    fixedLanes: still ? 3 : 2,
    flightSec: flightOf(width) * (lengthBySpeed[settings.speed - 1] ?? 1),
    fixedSec: 4,
    most: still ? 3 : mostByDensity[settings.density],
  }
}

function flightOf(width: number): number {
  const after = flightsByWidth.findIndex(([at]) => at >= width)
  const [toWidth, toSec] = flightsByWidth[after === -1 ? flightsByWidth.length - 1 : after] ?? [0, 10]
  const [fromWidth, fromSec] = flightsByWidth[after - 1] ?? [toWidth, toSec]
  if (toWidth === fromWidth) return toSec
  return fromSec + ((toSec - fromSec) * (width - fromWidth)) / (toWidth - fromWidth)
}

function between(least: number, value: number, most: number): number {
  return Math.min(Math.max(least, value), most)
}
