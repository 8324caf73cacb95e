import { boxesIn } from './mp4-boxes.ts'

/** What stands at the beginning of a media segment of one track: styp, sidx and moof (ISO/IEC 14496-12 section 8.8). */

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The content of the first box at a path, cut where the piece is cut. */
function contentOf(head: Uint8Array, path: string): Uint8Array {
  const box = boxesIn(head, ['moof', 'traf']).find((each) => each.path === path)
  if (!box) throw new Error(`a segment has no ${path}`)
  return head.subarray(box.start, box.end)
}

/** When its first sample is to be decoded, in ticks. @throws Error where that is not there */
export function decodeTimeOf(head: Uint8Array): number {
  const tfdt = contentOf(head, 'moof/traf/tfdt')
  return tfdt[0] === 1 ? Number(viewOf(tfdt).getBigUint64(4)) : viewOf(tfdt).getUint32(4)
}

/** The durations of its samples added up, in ticks. @throws Error where the piece does not reach that far */
export function spanOf(head: Uint8Array): number {
  const tfhd = viewOf(contentOf(head, 'moof/traf/tfhd'))
  const defaults = tfhd.getUint32(0)
  // Version and flags, the track, then what the flags say, in their order.
  const before = 8 + (defaults & 0x1 ? 8 : 0) + (defaults & 0x2 ? 4 : 0)
  const usual = defaults & 0x8 ? tfhd.getUint32(before) : 0
  const trun = viewOf(contentOf(head, 'moof/traf/trun'))
  const flags = trun.getUint32(0)
  const samples = trun.getUint32(4)
  if ((flags & 0x100) === 0) return samples * usual
  const stride = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
  const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  let span = 0
  for (let sample = 0; sample < samples; sample++) span += trun.getUint32(first + sample * stride)
  return span
}

/** Moves decode time and index by so many ticks, in place. @throws Error where they are not there */
export function shiftSegmentHead(head: Uint8Array, ticks: number): void {
  const view = viewOf(head)
  const shift = (at: number, isLong: boolean): void => {
    if (isLong) view.setBigUint64(at, view.getBigUint64(at) + BigInt(ticks))
    else view.setUint32(at, view.getUint32(at) + ticks)
  }
  let isFound = false
  for (const { path, start } of boxesIn(head, ['moof', 'traf'])) {
    // The index has its reference and timescale before the time (section 8.16.3).
    if (path === 'sidx') shift(start + 12, head[start] === 1)
    if (path !== 'moof/traf/tfdt') continue
    shift(start + 4, head[start] === 1)
    isFound = true
  }
  if (!isFound) throw new Error('a segment has no decode time')
}
