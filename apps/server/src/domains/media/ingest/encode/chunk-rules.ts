import { segmentSec, type FrameRate } from './ladder-rules.ts'

/**
 * A video is encoded in chunks, one file each, so that a new run can resume one that was killed. All lengths are
 * counted in frames: each chunk begins with a key frame, and the joined chunks are exactly as long as the video.
 */
export interface ChunkPlan {
  rate: FrameRate
  /** Frames between two key frames; a segment has two such groups of pictures. */
  groupFrames: number
  chunks: { firstFrame: number; frames: number }[]
}

const maxChunkSec = 60
/** Approximate number of chunks of a short video. */
const minChunks = 8

/** @param durationSec of the whole video */
export function planChunks(rate: FrameRate, durationSec: number): ChunkPlan {
  const perSec = rate.numerator / rate.denominator
  const groupFrames = Math.max(1, Math.round((perSec * segmentSec) / 2))
  const segmentFrames = groupFrames * 2
  const targetSec = Math.min(maxChunkSec, Math.max(segmentSec, durationSec / minChunks))
  const chunkFrames = segmentFrames * Math.max(1, Math.floor((targetSec * perSec) / segmentFrames))
  const allFrames = Math.max(1, Math.round(durationSec * perSec))
  const count = Math.ceil(allFrames / chunkFrames)
  return {
    rate,
    groupFrames,
    chunks: Array.from({ length: count }, (_, index) => ({
      firstFrame: index * chunkFrames,
      frames: Math.min(chunkFrames, allFrames - index * chunkFrames),
    })),
  }
}

/** Presentation time of a frame, in seconds. */
export const frameTime = (frame: number, { numerator, denominator }: FrameRate): number =>
  (frame * denominator) / numerator

/** Segment duration of this plan in seconds, e.g. 4.004 at 29.97 frames per second. */
export const planSegmentSec = ({ rate, groupFrames }: ChunkPlan): number => frameTime(groupFrames * 2, rate)
