import { boxesIn, findBox } from '../ingest/fmp4/mp4-boxes.ts'

/** Parses stored segments: fragmented MP4 with one track (ISO/IEC 14496-12, section 8.8). */

/** A fragment that cannot be part of one file. */
export class MalformedFragmentError extends Error {}

/** What samples have if a fragment does not say it (`trex`). */
interface SampleDefaults {
  duration: number
  size: number
  flags: number
}

/** The description of a track in its initialisation segment. */
export interface TrackInit {
  /** Ticks per second. */
  timescale: number
  isVideo: boolean
  /** The last 44 bytes of `tkhd`: matrix, width and height. */
  geometry: Uint8Array
  /** Contents of boxes that are taken over as they are. */
  hdlr: Uint8Array
  dinf: Uint8Array
  stsd: Uint8Array
  defaults: SampleDefaults
}

/** Consecutive samples and where their bytes are in the file of the segment. */
export interface Fragment {
  /** Decode time of the first sample, in ticks. */
  decodeTime: number
  offset: number
  bytes: number
  durations: Uint32Array
  sizes: Uint32Array
  /** From decode time to composition time, in ticks. */
  compositionOffsets: Int32Array
  /** 1 for each sample that can be decoded without others, else 0. */
  isSync: Uint8Array
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Null for a segment with several tracks, or one that lacks a box. */
export function parseInit(init: Uint8Array): TrackInit | null {
  const inside = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex']
  const found = boxesIn(init, inside)
  const contentOf = (path: string): Uint8Array | null => {
    const one = found.find((each) => each.path === path && each.end <= init.length)
    return one ? init.subarray(one.start, one.end) : null
  }
  const isSingle = found.filter(({ path }) => path === 'moov/trak').length === 1
  const [tkhd, mdhd, hdlr] = ['tkhd', 'mdia/mdhd', 'mdia/hdlr'].map((path) => contentOf(`moov/trak/${path}`))
  const [dinf, stsd] = ['dinf', 'stbl/stsd'].map((path) => contentOf(`moov/trak/mdia/minf/${path}`))
  if (!isSingle || !tkhd || !mdhd || !hdlr || !dinf || !stsd || tkhd.length < 84 || hdlr.length < 12) return null
  const header = viewOf(mdhd)
  const isLong = mdhd[0] === 1
  const trex = contentOf('moov/mvex/trex')
  const defaults = trex && trex.length >= 24 ? viewOf(trex) : null
  return {
    timescale: header.getUint32(isLong ? 20 : 12),
    isVideo: Buffer.from(hdlr.subarray(8, 12)).toString('latin1') === 'vide',
    geometry: tkhd.subarray(tkhd.length - 44),
    hdlr,
    dinf,
    stsd,
    defaults: {
      duration: defaults?.getUint32(12) ?? 0,
      size: defaults?.getUint32(16) ?? 0,
      flags: defaults?.getUint32(20) ?? 0,
    },
  }
}

/** Reads fields one after the other. */
function createFieldReader(bytes: Uint8Array) {
  const view = viewOf(bytes)
  let at = 4
  return {
    version: view.getUint8(0),
    flags: view.getUint32(0) & 0xffffff,
    u32: (): number => view.getUint32((at += 4) - 4),
    i32: (): number => view.getInt32((at += 4) - 4),
    skip: (count: number): void => void (at += count),
  }
}

const isNonSync = 0x10000
/** No segment of some seconds has more. */
const maxSamples = 1_000_000

/** The number of samples in the `trun` boxes of a fragment. */
function samplesIn(truns: readonly Uint8Array[]): number {
  const samples = truns.reduce((sum, trun) => sum + viewOf(trun).getUint32(4), 0)
  if (samples > maxSamples) throw new MalformedFragmentError('a fragment with too many samples')
  return samples
}

/**
 * The samples of one `moof` box.
 * @param moof the box with its header
 * @param moofOffset where it begins in the file
 * @throws MalformedFragmentError or RangeError if it is cut off, has several tracks, or samples that do not follow each other in the file
 */
export function parseFragment(moof: Uint8Array, moofOffset: number, trackDefaults: SampleDefaults): Fragment {
  const boxes = boxesIn(moof, ['moof', 'traf'])
  const all = (path: string): Uint8Array[] =>
    boxes.filter((each) => each.path === path).map(({ start, end }) => moof.subarray(start, end))
  const [tfhd, tfdt] = [all('moof/traf/tfhd')[0], findBox(moof, ['moof', 'traf', 'tfdt'])]
  if (all('moof/traf').length !== 1 || !tfhd || !tfdt)
    throw new MalformedFragmentError('a fragment without exactly one track')
  const head = createFieldReader(tfhd)
  head.skip(4)
  const base = head.flags & 0x1 ? head.u32() * 2 ** 32 + head.u32() : moofOffset
  if (head.flags & 0x2) head.skip(4)
  const duration = head.flags & 0x8 ? head.u32() : trackDefaults.duration
  const size = head.flags & 0x10 ? head.u32() : trackDefaults.size
  const flags = head.flags & 0x20 ? head.u32() : trackDefaults.flags
  const decodeTime = tfdt[0] === 1 ? Number(viewOf(tfdt).getBigUint64(4)) : viewOf(tfdt).getUint32(4)
  const truns = all('moof/traf/trun')
  const samples = samplesIn(truns)
  const fragment: Fragment = {
    decodeTime,
    offset: -1,
    bytes: 0,
    durations: new Uint32Array(samples),
    sizes: new Uint32Array(samples),
    compositionOffsets: new Int32Array(samples),
    isSync: new Uint8Array(samples),
  }
  let at = 0
  for (const trun of truns) {
    const run = createFieldReader(trun)
    const count = run.u32()
    const start = run.flags & 0x1 ? base + run.i32() : fragment.offset + fragment.bytes
    if (fragment.offset < 0) fragment.offset = start
    else if (start !== fragment.offset + fragment.bytes)
      throw new MalformedFragmentError('the samples of a fragment are not contiguous')
    const firstFlags = run.flags & 0x4 ? run.u32() : null
    for (let index = 0; index < count; index++) {
      const sampleDuration = run.flags & 0x100 ? run.u32() : duration
      const sampleSize = run.flags & 0x200 ? run.u32() : size
      const ownFlags = run.flags & 0x400 ? run.u32() : flags
      const sampleFlags = index === 0 && firstFlags !== null ? firstFlags : ownFlags
      fragment.durations[at] = sampleDuration
      fragment.sizes[at] = sampleSize
      fragment.compositionOffsets[at] = run.flags & 0x800 ? (run.version === 0 ? run.u32() : run.i32()) : 0
      fragment.isSync[at] = (sampleFlags & isNonSync) === 0 ? 1 : 0
      fragment.bytes += sampleSize
      at++
    }
  }
  return fragment
}
