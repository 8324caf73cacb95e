import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { segmentFile } from '../media-files.ts'
import { findBox } from './mp4-boxes.ts'
import { decodeTimeOf, spanOf } from './segment-head.ts'

export interface MeasuredSegment {
  /** With three decimals. */
  durationMs: number
  bytes: number
}

const headBytes = 1024
/** The tables of the longest segment that there is. */
const wholeHeadBytes = 256 * 1024

/**
 * Measures the segments in a folder by what they hold: ffmpeg's own playlist counts nominal frames, which goes wrong
 * where the rate varies. That playlist is taken away, since playlists are written on request.
 */
export async function measureSegments(folder: string): Promise<MeasuredSegment[]> {
  const names = await readdir(folder)
  const count = names.filter((name) => name.endsWith('.m4s')).length
  const timescale = timescaleOf(await readFile(join(folder, 'init.mp4')))
  const heads: { ticks: number; bytes: number }[] = []
  for (let index = 0; index < count; index++) {
    const { head, bytes } = readHead(join(folder, segmentFile(index)), headBytes)
    heads.push({ ticks: decodeTimeOf(head), bytes })
  }
  const last = count === 0 ? null : readHead(join(folder, segmentFile(count - 1)), wholeHeadBytes)
  const end = (heads.at(-1)?.ticks ?? 0) + (last ? spanOf(last.head) : 0)
  await rm(join(folder, 'index.m3u8'))
  return heads.map(({ ticks, bytes }, index) => ({
    durationMs: Math.round((((heads[index + 1]?.ticks ?? end) - ticks) / timescale) * 1e6) / 1000,
    bytes,
  }))
}

export const totalMs = (segments: readonly MeasuredSegment[]): number =>
  Math.round(segments.reduce((sum, { durationMs }) => sum + durationMs, 0))

function timescaleOf(init: Uint8Array): number {
  const mdhd = findBox(init, ['moov', 'trak', 'mdia', 'mdhd'])
  if (!mdhd) throw new Error('an initialisation segment has no timescale')
  return new DataView(mdhd.buffer, mdhd.byteOffset).getUint32(mdhd[0] === 1 ? 20 : 12)
}

/**
 * Reads the beginning of a segment. Without waiting: a film has thousands of segments, and each takes some ten
 * microseconds this way, far less than a promise for every step.
 */
function readHead(path: string, most: number): { head: Uint8Array; bytes: number } {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(most)
    const head = buffer.subarray(0, readSync(file, buffer, 0, most, 0))
    return { head, bytes: head.length < most ? head.length : fstatSync(file).size }
  } finally {
    closeSync(file)
  }
}
