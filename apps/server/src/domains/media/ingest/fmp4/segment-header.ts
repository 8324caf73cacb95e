import { boxesIn } from './mp4-boxes.ts'

/** Parses the beginning of a single-track media segment: styp, sidx and moof (ISO/IEC 14496-12, section 8.8). */

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The content of the first box at a path, cut off where the buffer ends. */
function contentOf(header: Uint8Array, path: string): Uint8Array {
  const box = boxesIn(header, ['moof', 'traf']).find((each) => each.path === path)
  if (!box) throw new Error(`a segment has no ${path}`)
  return header.subarray(box.start, box.end)
}

/** Decode time of the first sample, in ticks. @throws Error if it is missing */
export function decodeTimeOf(header: Uint8Array): number {
  const tfdt = contentOf(header, 'moof/traf/tfdt')
  return tfdt[0] === 1 ? Number(viewOf(tfdt).getBigUint64(4)) : viewOf(tfdt).getUint32(4)
}

/** Sum of the sample durations, in ticks. @throws Error if the buffer ends before the last sample */
export function durationTicksOf(header: Uint8Array): number {
  const tfhd = viewOf(contentOf(header, 'moof/traf/tfhd'))
  const defaults = tfhd.getUint32(0)
  // Version and flags, track id, then the optional fields in the order of their flags.
  const before = 8 + (defaults & 0x1 ? 8 : 0) + (defaults & 0x2 ? 4 : 0)
  const defaultDuration = defaults & 0x8 ? tfhd.getUint32(before) : 0
  const trun = viewOf(contentOf(header, 'moof/traf/trun'))
  const flags = trun.getUint32(0)
  const samples = trun.getUint32(4)
  if ((flags & 0x100) === 0) return samples * defaultDuration
  const stride = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
  const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  let ticks = 0
  for (let sample = 0; sample < samples; sample++) ticks += trun.getUint32(first + sample * stride)
  return ticks
}

/** Adds `ticks` to the decode time and the segment index, in place. @throws Error if the decode time is missing */
export function shiftTimestamps(header: Uint8Array, ticks: number): void {
  const view = viewOf(header)
  const shift = (at: number, isLong: boolean): void => {
    if (isLong) view.setBigUint64(at, view.getBigUint64(at) + BigInt(ticks))
    else view.setUint32(at, view.getUint32(at) + ticks)
  }
  let isFound = false
  for (const { path, start } of boxesIn(header, ['moof', 'traf'])) {
    // In the index, reference id and timescale precede the time (section 8.16.3).
    if (path === 'sidx') shift(start + 12, header[start] === 1)
    if (path !== 'moof/traf/tfdt') continue
    shift(start + 4, header[start] === 1)
    isFound = true
  }
  if (!isFound) throw new Error('a segment has no decode time')
}
