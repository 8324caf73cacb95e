import type { LiveRow } from '@yunmu/hls'
import { initFile, segmentFile } from './ffmpeg-rules.ts'
import type { RecorderTables } from '../recorder-tables.ts'
import type { Placed } from '../segments/wall-rules.ts'

const mostPerBlock = 32
export const mostBytesPerBlock = 1_000_000_000
/** What a smallint holds. A source whose key frames lie further apart is recorded all the same. */
export const longestSegmentMs = 32_767

export type Block = Omit<RecorderTables['segment_block'], 'stream_id' | 'bytes'>

export const sumOf = (durations: readonly number[]): number => durations.reduce((sum, each) => sum + each, 0)

/** The segments of a block as playlists are made from them. */
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

/** A block that can grow. */
export interface OpenBlock {
  firstSeq: number
  runId: number
  disc: number
  firstNum: number
  wallMs: number
  durations: number[]
  bytes: number
  /** How many of its segments are in the database. */
  written: number
}

export const openOf = (block: Block & { bytes: number }): OpenBlock => ({
  firstSeq: block.first_seq,
  runId: block.run_id,
  disc: block.disc,
  firstNum: block.first_num,
  wallMs: block.wall_ms,
  durations: [...block.durations],
  bytes: block.bytes,
  written: block.durations.length,
})

/**
 * Lays segments of one run into blocks: on from the open one where number and clock follow, else into new ones. Returns
 * those that have something to be written.
 */
export function pack(
  segments: readonly Placed[],
  from: { runId: number; disc: number; nextSeq: number; open: OpenBlock | undefined },
): OpenBlock[] {
  const blocks: OpenBlock[] = from.open ? [from.open] : []
  let seq = from.nextSeq
  for (const { num, durationMs, wallMs, bytes, anchors } of segments) {
    let block = blocks.at(-1)
    const follows =
      block !== undefined &&
      !anchors &&
      num === block.firstNum + block.durations.length &&
      block.durations.length < mostPerBlock &&
      block.bytes + bytes <= mostBytesPerBlock
    if (block === undefined || !follows) {
      const { runId, disc } = from
      block = { runId, disc, firstSeq: seq, firstNum: num, wallMs, durations: [], bytes: 0, written: 0 }
      blocks.push(block)
    }
    block.durations.push(Math.min(durationMs, longestSegmentMs))
    block.bytes += Math.min(bytes, mostBytesPerBlock)
    seq++
  }
  return blocks.filter(({ durations, written }) => durations.length > written)
}
