import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { segmentFile } from '../media-files.ts'
import { boxesIn, findBox } from './mp4-boxes.ts'
import { shiftSegmentHead } from './segment-head.ts'

/**
 * ffmpeg begins every rendition at decode time zero and tells in an edit list when it really begins. Players that feed
 * segments to the browser pay no heed to that list: a picture with reordered frames would lag, a track that begins later
 * would come too early. So the true times are written into the segments, and the list is taken away.
 */

/** Added to every output, so that nothing is before zero and ffmpeg moves nothing by itself. Seconds. */
export const outputOffsetSec = 10

/** Where everything that has to be patched in a segment stands. */
const headBytes = 1024

/** How a rendition begins. */
export interface Beginning {
  /** When its first sample is to be decoded, in seconds of the film: below zero where frames are reordered. */
  decodeSec: number
  /** Ticks in a second. */
  timescale: number
}

/**
 * Reads from an initialisation segment how the rendition begins (ISO/IEC 14496-12 section 8.6.6).
 * @throws Error for one that was not written with {@link outputOffsetSec}
 */
export function beginningOf(init: Uint8Array): Beginning {
  const mvhd = findBox(init, ['moov', 'mvhd'])
  const mdhd = findBox(init, ['moov', 'trak', 'mdia', 'mdhd'])
  const elst = findBox(init, ['moov', 'trak', 'edts', 'elst'])
  if (!mvhd || !mdhd || !elst || elst.length < 8) throw new Error('an initialisation segment tells no beginning')
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
  throw new Error('an edit list has no end')
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Takes the edit list away, in place: its box becomes one that readers pass over. */
export function dropEditList(init: Uint8Array): void {
  for (const { path, start } of boxesIn(init, ['moov', 'trak'])) {
    if (path === 'moov/trak/edts') init.set(new TextEncoder().encode('free'), start - 4)
  }
}

/** Writes the true times into the segments of renditions that are played together. */
export async function retime(renditions: readonly { folder: string; segments: number }[]): Promise<void> {
  const inits = await Promise.all(renditions.map(({ folder }) => readFile(join(folder, 'init.mp4'))))
  const beginnings = inits.map(beginningOf)
  const earliestSec = Math.min(...beginnings.map(({ decodeSec }) => decodeSec))
  for (const [index, { folder, segments }] of renditions.entries()) {
    const [init, beginning] = [inits[index], beginnings[index]]
    if (!init || !beginning) continue
    const ticks = Math.round((beginning.decodeSec - earliestSec) * beginning.timescale)
    dropEditList(init)
    await writeFile(join(folder, 'init.mp4'), init)
    if (ticks === 0) continue
    for (let at = 0; at < segments; at++) shiftSegment(join(folder, segmentFile(at)), ticks)
  }
}

/** Without waiting, as segments are measured: there are thousands, and each takes microseconds. */
function shiftSegment(path: string, ticks: number): void {
  const file = openSync(path, 'r+')
  try {
    const buffer = Buffer.alloc(headBytes)
    const head = buffer.subarray(0, readSync(file, buffer, 0, headBytes, 0))
    shiftSegmentHead(head, ticks)
    writeSync(file, head, 0, head.length, 0)
  } finally {
    closeSync(file)
  }
}
