import type { LiveRow } from '@yunmu/hls'
import { initFile, segmentFile } from '../runs/ffmpeg-rules.ts'
import type { RecorderTables } from '../recorder-tables.ts'
import type { DatedSegment } from './wall-clock-rules.ts'

const maxSegmentsPerBlock = 32
export const maxBlockBytes = 1_000_000_000
/** Maximum of a smallint. Longer segments are recorded, but their duration is cut to this. */
export const maxSegmentMs = 32_767

export type Block = Omit<RecorderTables['segment_block'], 'stream_id' | 'bytes'>

export const sumOf = (durations: readonly number[]): number => durations.reduce((sum, each) => sum + each, 0)

/** Playlist rows of the segments of a block. */
export function rowsOf({ first_seq, run_id, disc, first_num, wall_ms, durations }: Block): LiveRow[] {
  let wallMs = wall_ms
  return durations.map((durationMs, at) => {
    const row: LiveRow = {
      seq: first_seq + at,
      disc,
      runKey: String(run_id),
      wallMs,
      durationSec: durationMs / 1000,
      uri: `${run_id}/${segmentFile(first_num + at)}`,
      initUri: `${run_id}/${initFile}`,
    }
    wallMs += durationMs
    return row
  })
}

/** A block that segments can be appended to. */
export interface OpenBlock {
  firstSeq: number
  runId: number
  disc: number
  firstNum: number
  wallMs: number
  durations: number[]
  bytes: number
  /** Number of its segments that are in the database. */
  savedCount: number
}

export const toOpenBlock = (block: Block & { bytes: number }): OpenBlock => ({
  firstSeq: block.first_seq,
  runId: block.run_id,
  disc: block.disc,
  firstNum: block.first_num,
  wallMs: block.wall_ms,
  durations: [...block.durations],
  bytes: block.bytes,
  savedCount: block.durations.length,
})

/**
 * Packs segments of one run into blocks. A segment is appended to the open block if its number and clock are continuous,
 * else it starts a new one. Returns the blocks that have unsaved segments.
 */
export function packBlocks(
  segments: readonly DatedSegment[],
  from: { runId: number; disc: number; nextSeq: number; open: OpenBlock | undefined },
): OpenBlock[] {
  const blocks: OpenBlock[] = from.open ? [from.open] : []
  let seq = from.nextSeq
  for (const { num, durationMs, wallMs, bytes, resetsClock } of segments) {
    let block = blocks.at(-1)
    const isContinuation =
      block !== undefined &&
      !resetsClock &&
      num === block.firstNum + block.durations.length &&
      block.durations.length < maxSegmentsPerBlock &&
      block.bytes + bytes <= maxBlockBytes
    if (block === undefined || !isContinuation) {
      const { runId, disc } = from
      block = { runId, disc, firstSeq: seq, firstNum: num, wallMs, durations: [], bytes: 0, savedCount: 0 }
      blocks.push(block)
    }
    block.durations.push(Math.min(durationMs, maxSegmentMs))
    block.bytes += Math.min(bytes, maxBlockBytes)
    seq++
  }
  return blocks.filter(({ durations, savedCount }) => durations.length > savedCount)
}
