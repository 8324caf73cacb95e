import { segmentSec, type FrameRate } from './ladder-rules.ts'

/**
 * A video is encoded in chunks, each a file of its own, so that a run that was killed goes on where it was. Everything
 * is counted in frames: chunks begin with a key frame, and joined they are exactly as long as the whole.
 */
export interface ChunkPlan {
  rate: FrameRate
  /** Frames between two key frames; a segment has two such groups. */
  groupFrames: number
  chunks: { firstFrame: number; frames: number }[]
}

const longestChunkSec = 60
/** A short video has about this many chunks. */
const fewestChunks = 8

/** @param durationSec of the whole video */
export function planChunks(rate: FrameRate, durationSec: number): ChunkPlan {
  const perSec = rate.over / rate.under
  const groupFrames = Math.max(1, Math.round((perSec * segmentSec) / 2))
  const segmentFrames = groupFrames * 2
  const wantedSec = Math.min(longestChunkSec, Math.max(segmentSec, durationSec / fewestChunks))
  const chunkFrames = segmentFrames * Math.max(1, Math.floor((wantedSec * perSec) / segmentFrames))
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

/** When a frame is shown, in seconds. */
export const frameTime = (frame: number, { over, under }: FrameRate): number => (frame * under) / over

/** The length of a segment of this plan, in seconds: 4.004 where the rate is 29.97. */
export const planSegmentSec = ({ rate, groupFrames }: ChunkPlan): number => frameTime(groupFrames * 2, rate)
