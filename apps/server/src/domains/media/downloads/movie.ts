import { box, fullBox, runsOf, tableBox, u16, u32, u64 } from './mp4-writer.ts'
import type { Fragment, TrackInit } from './fragments.ts'

/** Pure: one progressive MP4 file (ISO/IEC 14496-12) whose samples stay in the files of stored segments. */

/** A segment of a track with its parsed fragments. */
export interface ParsedSegment {
  /** Path of its file. */
  path: string
  /** Whether the media timeline restarts with it. */
  restarts: boolean
  fragments: readonly Fragment[]
}

export interface ParsedTrack {
  init: TrackInit
  /** Whether it is played without a choice of the viewer. */
  isDefault: boolean
  /** Packed, as `mdhd` has it. */
  language: number
  segments: readonly ParsedSegment[]
}

/** The file: its first bytes, and where the others are. */
export interface Movie {
  /** `ftyp`, `moov` and the header of `mdat`. */
  head: Buffer
  /** Bytes of the whole. */
  size: number
  /** Files of the pieces. */
  paths: readonly string[]
  /** By piece: where it begins in the whole, its file, where it begins there. It ends where the next one begins. */
  starts: Float64Array
  files: Uint32Array
  offsets: Float64Array
}

/** Ticks of a second in the movie's own times. */
const movieScale = 10_000
const maxU32 = 2 ** 32 - 1

interface Chunk {
  path: string
  offset: number
  bytes: number
  samples: number
  /** When it is decoded, in seconds. */
  startSec: number
}

/** A track with its samples in one list, and its place on the common time line. */
interface Track extends Omit<ParsedTrack, 'segments'> {
  /** Number of samples so far. */
  samples: number
  durations: Uint32Array
  sizes: Uint32Array
  compositionOffsets: Int32Array
  /** Number of samples so far that can be decoded without others. */
  syncs: number
  /** Their numbers, from 1. */
  syncSamples: Uint32Array
  chunks: Chunk[]
  ticks: number
  /** When its first sample is decoded, in seconds after that of the video. */
  zeroSec: number
}

interface Part {
  /** Decode time of the video's first sample in the source, in seconds. */
  sourceSec: number
  /** The same in the movie. */
  movieSec: number
}

/**
 * Appends the samples of a track.
 * @param parts for each restart of the timeline, its place
 * @returns the parts that this track begins, if it is the video
 */
function layOut(parsed: ParsedTrack, parts: readonly Part[] | null): { track: Track; parts: Part[] } {
  const { init, isDefault, language, segments } = parsed
  const { timescale } = init
  let samples = 0
  for (const { fragments } of segments) for (const { sizes } of fragments) samples += sizes.length
  const track: Track = {
    init,
    isDefault,
    language,
    samples: 0,
    durations: new Uint32Array(samples),
    sizes: new Uint32Array(samples),
    compositionOffsets: new Int32Array(samples),
    syncs: 0,
    syncSamples: new Uint32Array(samples),
    chunks: [],
    ticks: 0,
    zeroSec: 0,
  }
  const begun: Part[] = []
  for (const { path, restarts, fragments } of segments) {
    for (const [at, fragment] of fragments.entries()) {
      const decodeSec = fragment.decodeTime / timescale
      if (begun.length === 0 || (restarts && at === 0)) {
        begun.push(parts?.[begun.length] ?? { sourceSec: decodeSec, movieSec: track.ticks / timescale })
      }
      const part = begun.at(-1) ?? { sourceSec: 0, movieSec: 0 }
      const wantedSec = part.movieSec + decodeSec - part.sourceSec
      if (track.samples === 0) track.zeroSec = wantedSec
      addFragment(track, path, fragment, Math.round((wantedSec - track.zeroSec) * timescale))
    }
  }
  return { track, parts: begun }
}

/** Stretches or shortens the last sample so that this fragment is decoded when it should be. */
function addFragment(track: Track, path: string, fragment: Fragment, wantedTicks: number): void {
  const last = track.samples - 1
  const change = Math.max(wantedTicks - track.ticks, -(track.durations[last] ?? 0))
  if (last >= 0 && change !== 0) {
    track.durations[last] = (track.durations[last] ?? 0) + change
    track.ticks += change
  }
  const startSec = track.zeroSec + track.ticks / track.init.timescale
  const { offset, bytes, sizes } = fragment
  if (sizes.length > 0) track.chunks.push({ path, offset, bytes, samples: sizes.length, startSec })
  track.durations.set(fragment.durations, track.samples)
  track.sizes.set(sizes, track.samples)
  track.compositionOffsets.set(fragment.compositionOffsets, track.samples)
  for (let at = 0; at < sizes.length; at++) {
    track.samples++
    if (fragment.isSync[at] === 1) track.syncSamples[track.syncs++] = track.samples
    track.ticks += fragment.durations[at] ?? 0
  }
}

/** When the first sample of a track is shown, in seconds. */
const shownSec = ({ zeroSec, compositionOffsets, init }: Track): number =>
  zeroSec + (compositionOffsets[0] ?? 0) / init.timescale

/**
 * Composes the file of a video and its audio tracks. Samples are interleaved by segments, and `moov` precedes them, so that
 * it plays while it is loading. Null without samples.
 */
export function composeMovie(video: ParsedTrack, audios: readonly ParsedTrack[]): Movie | null {
  const first = layOut(video, null)
  const tracks = [first.track, ...audios.map((audio) => layOut(audio, first.parts).track)]
  if (tracks.some(({ samples }) => samples === 0)) return null
  const originSec = Math.min(...tracks.map(shownSec))
  const order = tracks
    .flatMap(({ chunks }, track) => chunks.map((chunk, index) => ({ chunk, track, index })))
    .toSorted((one, other) => one.chunk.startSec - other.chunk.startSec || one.track - other.track)
  const bytes = order.reduce((sum, { chunk }) => sum + chunk.bytes, 0)
  const tables = tracks.map(sampleTables)
  const ftyp = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomiso2avc1mp41'))
  const headOf = (firstByte: number, isLarge: boolean): Buffer => {
    const places = tracks.map(({ chunks }) => chunks.map(() => 0))
    let at = firstByte
    for (const { chunk, track, index } of order) {
      const own = places[track]
      if (own) own[index] = at
      at += chunk.bytes
    }
    const offsets = places.map((own) => chunkOffsets(own, isLarge))
    const moov = movieBox(tracks, originSec, tables, offsets)
    const mdat = isLarge ? [u32(1), Buffer.from('mdat'), u64(bytes + 16)] : [u32(bytes + 8), Buffer.from('mdat')]
    return Buffer.concat([ftyp, moov, ...mdat])
  }
  // The sizes of the boxes do not depend on the numbers in them.
  const smallLength = headOf(0, false).length
  const isLarge = smallLength + bytes > maxU32
  const head = isLarge ? headOf(headOf(0, true).length, true) : headOf(smallLength, false)
  return {
    head,
    size: head.length + bytes,
    ...piecesOf(
      order.map(({ chunk }) => chunk),
      head.length,
    ),
  }
}

function piecesOf(chunks: readonly Chunk[], firstByte: number): Pick<Movie, 'paths' | 'starts' | 'files' | 'offsets'> {
  const numbers = new Map<string, number>()
  const numberOf = (path: string): number => {
    const number = numbers.get(path) ?? numbers.size
    numbers.set(path, number)
    return number
  }
  const [starts, files] = [new Float64Array(chunks.length), new Uint32Array(chunks.length)]
  let at = firstByte
  for (const [index, { path, bytes }] of chunks.entries()) {
    starts[index] = at
    files[index] = numberOf(path)
    at += bytes
  }
  return { paths: [...numbers.keys()], starts, files, offsets: Float64Array.from(chunks, ({ offset }) => offset) }
}

const unityMatrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** Duration of a track with the gap before it, in ticks of the movie. */
const movieTicks = (track: Track, originSec: number): number =>
  Math.round((shownSec(track) - originSec + track.ticks / track.init.timescale) * movieScale)

/** @param tables see {@link sampleTables}; `offsets` see {@link chunkOffsets} */
function movieBox(
  tracks: readonly Track[],
  originSec: number,
  tables: readonly (readonly Buffer[])[],
  offsets: readonly Buffer[],
): Buffer {
  const duration = Math.max(...tracks.map((track) => movieTicks(track, originSec)))
  const mvhd = fullBox(
    'mvhd',
    0,
    0,
    u32(0, 0, movieScale, duration, 0x10000),
    u16(0x100),
    Buffer.alloc(10),
    unityMatrix,
    Buffer.alloc(24),
    u32(tracks.length + 1),
  )
  const traks = tracks.map((track, at) => {
    const stbl = box('stbl', ...(tables[at] ?? []), offsets[at] ?? Buffer.alloc(0))
    return trackBox(track, at + 1, originSec, stbl)
  })
  return box('moov', mvhd, ...traks)
}

function trackBox(track: Track, id: number, originSec: number, stbl: Buffer): Buffer {
  const { init, isDefault, language, ticks } = track
  const duration = movieTicks(track, originSec)
  // Flags: enabled if it is to be played without a choice, in the movie.
  const tkhd = fullBox(
    'tkhd',
    0,
    init.isVideo || isDefault ? 3 : 2,
    u32(0, 0, id, 0, duration, 0, 0),
    u16(0),
    u16(init.isVideo ? 0 : 1),
    u16(init.isVideo ? 0 : 0x100),
    u16(0),
    init.geometry,
  )
  const times = ticks > maxU32 ? [u64(0), u64(0), u32(init.timescale), u64(ticks)] : [u32(0, 0, init.timescale, ticks)]
  const mdhd = fullBox('mdhd', ticks > maxU32 ? 1 : 0, 0, ...times, u16(language), u16(0))
  const mediaHeader = init.isVideo ? fullBox('vmhd', 0, 1, Buffer.alloc(8)) : fullBox('smhd', 0, 0, Buffer.alloc(4))
  const minf = box('minf', mediaHeader, box('dinf', init.dinf), stbl)
  return box('trak', tkhd, editList(track, originSec), box('mdia', mdhd, box('hdlr', init.hdlr), minf))
}

/** Begins with the first shown sample, after the gap to the track that begins first. */
function editList(track: Track, originSec: number): Buffer {
  const { compositionOffsets, init, ticks } = track
  const gap = Math.round((shownSec(track) - originSec) * movieScale)
  const mediaTime = Math.max(0, compositionOffsets[0] ?? 0)
  const media = [Math.round((ticks / init.timescale) * movieScale), mediaTime, 0x10000]
  return box('edts', tableBox('elst', 0, gap > 0 ? [gap, maxU32, 0x10000, ...media] : media, 3))
}

/** The boxes of a sample table without the offsets of chunks, which depend on the length of all others. */
function sampleTables(track: Track): Buffer[] {
  const { init, samples, durations, sizes, compositionOffsets, syncs, syncSamples, chunks } = track
  const samplesPerChunk: number[] = []
  for (const [at, { samples }] of chunks.entries()) {
    if (samples !== chunks[at - 1]?.samples) samplesPerChunk.push(at + 1, samples, 1)
  }
  const offsets = compositionOffsets.some((offset) => offset !== 0)
    ? [tableBox('ctts', compositionOffsets.some((offset) => offset < 0) ? 1 : 0, runsOf(compositionOffsets), 2)]
    : []
  const stss = syncs < samples ? [tableBox('stss', 0, syncSamples.subarray(0, syncs), 1)] : []
  const stsz = tableBox('stsz', 0, sizes, 1)
  return [
    box('stsd', init.stsd),
    tableBox('stts', 0, runsOf(durations), 2),
    ...offsets,
    ...stss,
    tableBox('stsc', 0, samplesPerChunk, 3),
    // A sample size of 0 says that each sample has its own.
    box('stsz', stsz.subarray(8, 12), u32(0), stsz.subarray(12)),
  ]
}

/** @param places where the chunks begin in the file */
const chunkOffsets = (places: readonly number[], isLarge: boolean): Buffer =>
  isLarge ? fullBox('co64', 0, 0, u32(places.length), ...places.map(u64)) : tableBox('stco', 0, places, 1)
