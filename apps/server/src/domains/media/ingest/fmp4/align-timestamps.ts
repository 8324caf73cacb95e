import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { segmentFile } from '../../media-files.ts'
import { boxesIn, findBox } from './mp4-boxes.ts'
import { shiftTimestamps } from './segment-header.ts'

/**
 * ffmpeg begins every rendition at decode time zero and stores its actual start in an edit list. Players based on Media
 * Source Extensions ignore that list: video with reordered frames would lag, and a track that begins later would play
 * too early. So the actual times are written into the segments, and the edit list is removed.
 */

/** Seconds added to every output, so that no timestamp is negative and ffmpeg shifts none by itself. */
export const outputOffsetSec = 10

/** All patched fields lie within this many bytes of the beginning of a segment. */
const headerBytes = 1024

/** How a rendition begins. */
export interface TrackStart {
  /** Decode time of its first sample, in seconds of the film: negative if frames are reordered. */
  decodeSec: number
  /** Ticks per second. */
  timescale: number
}

/**
 * Reads the start of a rendition from its initialisation segment (ISO/IEC 14496-12, section 8.6.6).
 * @throws Error for one that was not written with {@link outputOffsetSec}
 */
export function parseTrackStart(init: Uint8Array): TrackStart {
  const mvhd = findBox(init, ['moov', 'mvhd'])
  const mdhd = findBox(init, ['moov', 'trak', 'mdia', 'mdhd'])
  const elst = findBox(init, ['moov', 'trak', 'edts', 'elst'])
  if (!mvhd || !mdhd || !elst || elst.length < 8) throw new Error('the initialisation segment has no usable edit list')
  const movieScale = viewOf(mvhd).getUint32(mvhd[0] === 1 ? 20 : 12)
  const timescale = viewOf(mdhd).getUint32(mdhd[0] === 1 ? 20 : 12)
  const isLong = elst[0] === 1
  const list = viewOf(elst)
  let emptySec = 0
  for (let entry = 0, at = 8; entry < list.getUint32(4); entry++, at += isLong ? 20 : 12) {
    const duration = isLong ? Number(list.getBigUint64(at)) : list.getUint32(at)
    const mediaTime = isLong ? Number(list.getBigInt64(at + 8)) : list.getInt32(at + 4)
    if (mediaTime >= 0) return { decodeSec: emptySec - mediaTime / timescale - outputOffsetSec, timescale }
    emptySec += duration / movieScale
  }
  throw new Error('the edit list has no media entry')
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Removes the edit list in place by renaming its box to `free` (ISO/IEC 14496-12, section 8.1.2). */
export function removeEditList(init: Uint8Array): void {
  for (const { path, start } of boxesIn(init, ['moov', 'trak'])) {
    if (path === 'moov/trak/edts') init.set(new TextEncoder().encode('free'), start - 4)
  }
}

/** Writes the actual times into the segments of renditions that are played together. */
export async function alignTimestamps(renditions: readonly { folder: string; segments: number }[]): Promise<void> {
  const inits = await Promise.all(renditions.map(({ folder }) => readFile(join(folder, 'init.mp4'))))
  const starts = inits.map(parseTrackStart)
  const earliestSec = Math.min(...starts.map(({ decodeSec }) => decodeSec))
  for (const [index, { folder, segments }] of renditions.entries()) {
    const [init, start] = [inits[index], starts[index]]
    if (!init || !start) continue
    const ticks = Math.round((start.decodeSec - earliestSec) * start.timescale)
    removeEditList(init)
    await writeFile(join(folder, 'init.mp4'), init)
    if (ticks === 0) continue
    for (let at = 0; at < segments; at++) shiftSegment(join(folder, segmentFile(at)), ticks)
  }
}

/** Synchronous, like the measurement of segments: there are thousands, and each takes microseconds. */
function shiftSegment(path: string, ticks: number): void {
  const file = openSync(path, 'r+')
  try {
    const buffer = Buffer.alloc(headerBytes)
    const header = buffer.subarray(0, readSync(file, buffer, 0, headerBytes, 0))
    shiftTimestamps(header, ticks)
    writeSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
}
