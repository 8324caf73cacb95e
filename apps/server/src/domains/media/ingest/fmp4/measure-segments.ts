import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { segmentFile } from '../../media-files.ts'
import { findBox } from './mp4-boxes.ts'
import { decodeTimeOf, durationTicksOf } from './segment-header.ts'

export interface MeasuredSegment {
  /** Milliseconds with three decimals. */
  durationMs: number
  bytes: number
}

const headerBytes = 1024
/** Enough for the header of the longest segment. */
const maxHeaderBytes = 256 * 1024

/**
 * Measures the segments in a folder by their content: ffmpeg's playlist counts nominal frames, which is wrong at a
 * variable rate. That playlist is deleted, since playlists are generated on request.
 */
export async function measureSegments(folder: string): Promise<MeasuredSegment[]> {
  const names = await readdir(folder)
  const count = names.filter((name) => name.endsWith('.m4s')).length
  const timescale = timescaleOf(await readFile(join(folder, 'init.mp4')))
  const headers: { ticks: number; bytes: number }[] = []
  for (let index = 0; index < count; index++) {
    const { header, bytes } = readHeader(join(folder, segmentFile(index)), headerBytes)
    headers.push({ ticks: decodeTimeOf(header), bytes })
  }
  const last = count === 0 ? null : readHeader(join(folder, segmentFile(count - 1)), maxHeaderBytes)
  const end = (headers.at(-1)?.ticks ?? 0) + (last ? durationTicksOf(last.header) : 0)
  await rm(join(folder, 'index.m3u8'))
  return headers.map(({ ticks, bytes }, index) => ({
    durationMs: Math.round((((headers[index + 1]?.ticks ?? end) - ticks) / timescale) * 1e6) / 1000,
    bytes,
  }))
}

export const totalMs = (segments: readonly MeasuredSegment[]): number =>
  Math.round(segments.reduce((sum, { durationMs }) => sum + durationMs, 0))

function timescaleOf(init: Uint8Array): number {
  const mdhd = findBox(init, ['moov', 'trak', 'mdia', 'mdhd'])
  if (!mdhd) throw new Error('the initialisation segment has no timescale')
  return new DataView(mdhd.buffer, mdhd.byteOffset).getUint32(mdhd[0] === 1 ? 20 : 12)
}

/**
 * Reads the beginning of a segment. Synchronous: a film has thousands of segments, and each takes about ten
 * microseconds this way, far less than one promise per step.
 */
function readHeader(path: string, maxBytes: number): { header: Uint8Array; bytes: number } {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(maxBytes)
    const header = buffer.subarray(0, readSync(file, buffer, 0, maxBytes, 0))
    return { header, bytes: header.length < maxBytes ? header.length : fstatSync(file).size }
  } finally {
    closeSync(file)
  }
}
