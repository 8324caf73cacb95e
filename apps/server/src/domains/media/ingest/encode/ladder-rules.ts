import type { Probed, ProbedVideo } from '../ffmpeg/probe.ts'
import { maxPixels } from '../ffmpeg/source-input.ts'

/** Pure decisions about how a video is encoded. */

export interface Size {
  width: number
  height: number
}

/** One step of the ladder. */
export interface Rung extends Size {
  /** E.g. `720p`; also the name of the rendition. */
  name: string
  /** Constant quality of x264. */
  crf: number
  /** Maximum bits per second (VBV). */
  maxRate: number
}

/** Frames per second as a fraction, `30000/1001`. */
export interface FrameRate {
  numerator: number
  denominator: number
}

export const segmentSec = 4
/** Copied video with longer segments seeks and switches badly, so it is encoded instead. */
const maxCopiedSegmentSec = 10
const maxDurationSec = 48 * 3600
const minSidePx = 16
/** Below this bit rate the duration in the header must be wrong. */
const minBitRate = 500

const steps = [
  { lines: 1080, crf: 22, maxRate: 5_000_000 },
  { lines: 720, crf: 22, maxRate: 2_800_000 },
  { lines: 480, crf: 23, maxRate: 1_400_000 },
  { lines: 360, crf: 24, maxRate: 800_000 },
] as const
/** A step is left out if it is closer than this to the step above it. */
const maxStepRatio = 0.8

/** The highest bit rate that is copied without encoding, by number of lines. */
const maxCopiedBitRates = [
  { lines: 720, bitRate: 14_000_000 },
  { lines: 480, bitRate: 8_000_000 },
  { lines: 0, bitRate: 4_000_000 },
] as const

const frameRates: readonly FrameRate[] = [
  { numerator: 5, denominator: 1 },
  { numerator: 8, denominator: 1 },
  { numerator: 10, denominator: 1 },
  { numerator: 12, denominator: 1 },
  { numerator: 25, denominator: 2 },
  { numerator: 15, denominator: 1 },
  { numerator: 20, denominator: 1 },
  { numerator: 24_000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30_000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
  { numerator: 48, denominator: 1 },
  { numerator: 50, denominator: 1 },
  { numerator: 60_000, denominator: 1001 },
  { numerator: 60, denominator: 1 },
]

/** Rounded down, so that nothing is enlarged; x264 requires even sizes. */
const even = (value: number): number => Math.max(2, Math.floor((value + 0.001) / 2) * 2)

/** Display size of a video: square pixels, rotation applied. */
export function displaySize({ width, height, pixelAspect, rotation }: ProbedVideo): Size {
  const square = pixelAspect >= 1 ? { width: width * pixelAspect, height } : { width, height: height / pixelAspect }
  return rotation % 180 === 0 ? square : { width: square.height, height: square.width }
}

/** Why a file that ffprobe can read is still refused; null if it is accepted. */
export function rejectionReason({ video, durationSec, bytes }: Probed): string | null {
  const { width, height } = displaySize(video)
  if (width < minSidePx || height < minSidePx || width * height > maxPixels)
    return `画面尺寸 ${video.width}×${video.height} 不合理`
  if (width / height > 8 || height / width > 8) return `画面尺寸 ${video.width}×${video.height} 不合理`
  if (durationSec <= 0) return '时长为零'
  if (durationSec > maxDurationSec || (bytes * 8) / durationSec < minBitRate) return '时长与文件大小不符'
  return null
}

/** Why a file shorter than its header says is refused; null if (almost) all of it is there. */
export function truncationReason(expectedSec: number, actualSec: number): string | null {
  if (actualSec <= 0) return '时长为零'
  if (actualSec >= expectedSec * 0.9 || expectedSec - actualSec < 1) return null
  return `文件不完整：应有 ${minutes(expectedSec)}，实际只有 ${minutes(actualSec)}`
}

function minutes(sec: number): string {
  return sec < 60 ? `${Math.round(sec)} 秒` : `${Math.round(sec / 60)} 分钟`
}

/** Whether the video can be copied into segments. Distances between its key frames are only known afterwards. */
export function canCopy({ video, bitRate, bytes, durationSec }: Probed): boolean {
  const { codec, pixelFormat, level, isInterlaced, rotation, pixelAspect } = video
  if (codec !== 'h264' || !['yuv420p', 'yuvj420p'].includes(pixelFormat) || level <= 0 || level > 42) return false
  if (isInterlaced || rotation !== 0 || Math.abs(pixelAspect - 1) > 0.01) return false
  const rate = video.bitRate || bitRate || (bytes * 8) / durationSec
  const lines = nominalHeight(displaySize(video))
  return rate <= (maxCopiedBitRates.find((step) => lines >= step.lines)?.bitRate ?? 0)
}

/** Whether copied segments are short enough for seeking and switching. */
export function hasShortSegments(segments: readonly { durationMs: number }[]): boolean {
  return segments.every(({ durationMs }) => durationMs <= maxCopiedSegmentSec * 1000)
}

/**
 * The number of lines that a size is named after: its short side, or the short side that its long side has at 16:9, so
 * that 1920 × 800 is 1080p.
 */
export function nominalHeight({ width, height }: Size): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return Math.round(Math.max(short, (long * 9) / 16))
}

/**
 * The ladder of a video, best first, never larger than the video; `below` leaves out steps near or above that height.
 */
export function ladderOf(video: ProbedVideo, below = Number.POSITIVE_INFINITY): Rung[] {
  const size = displaySize(video)
  const ownHeight = nominalHeight(size)
  const top = Math.min(ownHeight, steps[0].lines)
  const lower = steps.map(({ lines }) => lines).filter((lines) => lines <= top * maxStepRatio)
  return [top, ...lower].filter((lines) => lines <= below * maxStepRatio).map((lines) => rungOf(size, ownHeight, lines))
}

function rungOf(size: Size, ownHeight: number, lines: number): Rung {
  const factor = Math.min(1, lines / ownHeight)
  const step = steps.findLast((each) => each.lines >= lines) ?? steps[0]
  return {
    name: `${lines}p`,
    width: even(size.width * factor),
    height: even(size.height * factor),
    crf: step.crf,
    maxRate: step.maxRate,
  }
}

/** The name of a copied rendition. */
export const copiedName = (video: ProbedVideo): string => `${nominalHeight(displaySize(video))}p`

/** The constant frame rate that a video is encoded at: the common rate at or just above its mean, at most 60. */
export function outputRate({ frameRate, baseFrameRate }: ProbedVideo): FrameRate {
  const mean = frameRate || baseFrameRate || 25
  return (
    frameRates.find(({ numerator, denominator }) => numerator / denominator >= mean * 0.998) ?? {
      numerator: 60,
      denominator: 1,
    }
  )
}

/** HDR is tone-mapped to SDR, which every screen can show. */
export const isHdr = ({ transfer }: ProbedVideo): boolean => ['smpte2084', 'arib-std-b67'].includes(transfer)
