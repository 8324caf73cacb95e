import type { Probed, ProbedVideo } from './probe.ts'
import { mostPixels } from './source-input.ts'

/** Pure decisions about what is made of a video. */

export interface Size {
  width: number
  height: number
}

/** One step of the ladder. */
export interface Rung extends Size {
  /** `720p`: also the name of the rendition. */
  name: string
  /** Constant quality of x264. */
  crf: number
  /** Bits per second that it never exceeds for long. */
  maxRate: number
}

/** Frames per second as a fraction, `30000/1001`. */
export interface FrameRate {
  over: number
  under: number
}

export const segmentSec = 4
/** A copied video whose segments come out longer than this seeks and switches badly: it is encoded after all. */
const longestCopiedSegmentSec = 10
const longestSec = 48 * 3600
const shortestSide = 16
/** Below this the duration in the header is a lie. */
const leastBitRate = 500

const steps = [
  { lines: 1080, crf: 22, maxRate: 5_000_000 },
  { lines: 720, crf: 22, maxRate: 2_800_000 },
  { lines: 480, crf: 23, maxRate: 1_400_000 },
  { lines: 360, crf: 24, maxRate: 800_000 },
] as const
/** A step this close to the one above it is not worth its place. */
const nearestStep = 0.8

/** The highest bit rate that is copied as it is, by the number of lines. */
const copiedRates = [
  { lines: 720, most: 14_000_000 },
  { lines: 480, most: 8_000_000 },
  { lines: 0, most: 4_000_000 },
] as const

const frameRates: readonly FrameRate[] = [
  { over: 5, under: 1 },
  { over: 8, under: 1 },
  { over: 10, under: 1 },
  { over: 12, under: 1 },
  { over: 25, under: 2 },
  { over: 15, under: 1 },
  { over: 20, under: 1 },
  { over: 24_000, under: 1001 },
  { over: 24, under: 1 },
  { over: 25, under: 1 },
  { over: 30_000, under: 1001 },
  { over: 30, under: 1 },
  { over: 48, under: 1 },
  { over: 50, under: 1 },
  { over: 60_000, under: 1001 },
  { over: 60, under: 1 },
]

/** Rounded down, so that nothing grows; x264 wants even sizes. */
const even = (value: number): number => Math.max(2, Math.floor((value + 0.001) / 2) * 2)

/** How a video is shown: square pixels, upright. */
export function shownSize({ width, height, pixelAspect, rotation }: ProbedVideo): Size {
  const square = pixelAspect >= 1 ? { width: width * pixelAspect, height } : { width, height: height / pixelAspect }
  return rotation % 180 === 0 ? square : { width: square.height, height: square.width }
}

/** Why a file that ffprobe could read is refused all the same; null where it is not. */
export function refusalReason({ video, durationSec, bytes }: Probed): string | null {
  const { width, height } = shownSize(video)
  if (width < shortestSide || height < shortestSide || width * height > mostPixels)
    return `画面尺寸 ${video.width}×${video.height} 不合理`
  if (width / height > 8 || height / width > 8) return `画面尺寸 ${video.width}×${video.height} 不合理`
  if (durationSec <= 0) return '时长为零'
  if (durationSec > longestSec || (bytes * 8) / durationSec < leastBitRate) return '时长与文件大小不符'
  return null
}

/** Why a file that holds less than it promises is refused; null where it holds (almost) all. */
export function shortageReason(promisedSec: number, realSec: number): string | null {
  if (realSec <= 0) return '时长为零'
  if (realSec >= promisedSec * 0.9 || promisedSec - realSec < 1) return null
  return `文件不完整：应有 ${minutes(promisedSec)}，实际只有 ${minutes(realSec)}`
}

function minutes(sec: number): string {
  return sec < 60 ? `${Math.round(sec)} 秒` : `${Math.round(sec / 60)} 分钟`
}

/** Whether the video goes into segments as it is. The gaps between its key frames show only afterwards. */
export function isCopied({ video, bitRate, bytes, durationSec }: Probed): boolean {
  const { codec, pixelFormat, level, isInterlaced, rotation, pixelAspect } = video
  if (codec !== 'h264' || !['yuv420p', 'yuvj420p'].includes(pixelFormat) || level <= 0 || level > 42) return false
  if (isInterlaced || rotation !== 0 || Math.abs(pixelAspect - 1) > 0.01) return false
  const rate = video.bitRate || bitRate || (bytes * 8) / durationSec
  const lines = linesOf(shownSize(video))
  return rate <= (copiedRates.find((step) => lines >= step.lines)?.most ?? 0)
}

/** Whether copied segments are short enough to seek and to switch in. Durations in milliseconds. */
export function isWellCut(segments: readonly { durationMs: number }[]): boolean {
  return segments.every(({ durationMs }) => durationMs <= longestCopiedSegmentSec * 1000)
}

/**
 * The number of lines that people call a size by: the short side, or what the long side would have at 16:9, so that a
 * wide film of 1920 × 800 is 1080p.
 */
export function linesOf({ width, height }: Size): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return Math.round(Math.max(short, (long * 9) / 16))
}

/** The steps of a video, best first, never above its own size; `below` leaves out those near or above that many lines. */
export function ladderOf(video: ProbedVideo, below = Number.POSITIVE_INFINITY): Rung[] {
  const shown = shownSize(video)
  const own = linesOf(shown)
  const top = Math.min(own, steps[0].lines)
  const lower = steps.map(({ lines }) => lines).filter((lines) => lines <= top * nearestStep)
  return [top, ...lower].filter((lines) => lines <= below * nearestStep).map((lines) => rungOf(shown, own, lines))
}

function rungOf(shown: Size, own: number, lines: number): Rung {
  const factor = Math.min(1, lines / own)
  const step = steps.findLast((each) => each.lines >= lines) ?? steps[0]
  return {
    name: `${lines}p`,
    width: even(shown.width * factor),
    height: even(shown.height * factor),
    crf: step.crf,
    maxRate: step.maxRate,
  }
}

/** The name of a copied rendition. */
export const copiedName = (video: ProbedVideo): string => `${linesOf(shownSize(video))}p`

/** The constant rate that a video is encoded at: the common one at or just above its mean, at most 60. */
export function outputRate({ frameRate, finestRate }: ProbedVideo): FrameRate {
  const mean = frameRate || finestRate || 25
  return frameRates.find(({ over, under }) => over / under >= mean * 0.998) ?? { over: 60, under: 1 }
}

/** HDR is brought down to what every screen shows. */
export const isHdr = ({ transfer }: ProbedVideo): boolean => ['smpte2084', 'arib-std-b67'].includes(transfer)
