import { expect, test } from 'vitest'
import { boxesIn } from '../ingest/fmp4/mp4-boxes.ts'
import type { Fragment, TrackInit } from './fragments.ts'
import { composeMovie, type Movie, type ParsedSegment, type ParsedTrack } from './movie.ts'

/** A track of a thousand ticks a second. */
const trackOf = (isVideo: boolean, segments: readonly ParsedSegment[]): ParsedTrack => ({
  init: initOf(isVideo),
  isDefault: true,
  language: 0x55c4,
  segments,
})

const initOf = (isVideo: boolean): TrackInit => ({
  timescale: 1000,
  isVideo,
  geometry: new Uint8Array(44),
  hdlr: new Uint8Array(25),
  dinf: new Uint8Array(8),
  stsd: new Uint8Array(16),
  defaults: { duration: 0, size: 0, flags: 0 },
})

/** A segment with one fragment. Its samples take a second, and are shown when they are decoded. */
function segmentOf(
  decodeTime: number,
  sizes: number[],
  given: { restarts?: boolean; compositionOffsets?: number[] } = {},
): ParsedSegment {
  const fragment: Fragment = {
    decodeTime,
    offset: 100,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    durations: new Uint32Array(sizes.length).fill(1000),
    sizes: Uint32Array.from(sizes),
    compositionOffsets: Int32Array.from(given.compositionOffsets ?? sizes.map(() => 0)),
    isSync: new Uint8Array(sizes.length).fill(1),
  }
  return { path: `${decodeTime}.m4s`, restarts: given.restarts ?? false, fragments: [fragment] }
}

function compose(video: readonly ParsedSegment[], audio?: readonly ParsedSegment[]): Movie {
  const movie = composeMovie(trackOf(true, video), audio ? [trackOf(false, audio)] : [])
  if (!movie) throw new Error('no movie')
  return movie
}

/** The contents of the boxes of a type in the tables of all tracks. */
const boxesOf = ({ head }: Movie, type: string): Buffer[] =>
  boxesIn(head, ['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl'])
    .filter(({ path }) => path.split('/').at(-1) === type)
    .map(({ start, end }) => head.subarray(start, end))

/** The numbers of a table after its version and length, by entry. */
function entriesOf(table: Buffer, width: number): number[][] {
  const numbers = Array.from({ length: (table.length - 8) / 4 }, (_, at) => table.readInt32BE(8 + at * 4))
  return Array.from({ length: table.readUInt32BE(4) }, (_, at) => numbers.slice(at * width, (at + 1) * width))
}

/** A time that stands for none, and the speed of playback. */
const [none, speed] = [-1, 0x10000]

test('[J03] sound that begins after the picture comes after a gap in its edit list, and the other way round', () => {
  const late = compose([segmentOf(0, [5, 5, 5, 5])], [segmentOf(1500, [3, 3])])
  expect(boxesOf(late, 'elst').map((table) => entriesOf(table, 3))).toEqual([
    [[40_000, 0, speed]],
    [
      [15_000, none, speed],
      [20_000, 0, speed],
    ],
  ])
  const early = compose([segmentOf(1500, [5, 5])], [segmentOf(0, [3, 3, 3, 3])])
  expect(boxesOf(early, 'elst').map((table) => entriesOf(table, 3))).toEqual([
    [
      [15_000, none, speed],
      [20_000, 0, speed],
    ],
    [[40_000, 0, speed]],
  ])
})

test('[J03] where the timeline restarts, sound keeps its distance from the picture', () => {
  const movie = compose(
    [segmentOf(0, [5, 5]), segmentOf(70_000, [5, 5], { restarts: true })],
    [segmentOf(0, [3, 3]), segmentOf(70_020, [3, 3], { restarts: true })],
  )
  const [video, audio] = boxesOf(movie, 'stts').map((table) => entriesOf(table, 2))
  expect(video).toEqual([[4, 1000]])
  expect(audio).toEqual([
    [1, 1000],
    [1, 1020],
    [2, 1000],
  ])
})

test('[J03] a lost segment leaves a gap instead of moving what follows', () => {
  const movie = compose([segmentOf(0, [5, 5]), segmentOf(6000, [5])])
  expect(boxesOf(movie, 'stts').map((table) => entriesOf(table, 2))).toEqual([
    [
      [1, 1000],
      [1, 5000],
      [1, 1000],
    ],
  ])
})

test('[J03] frames that are shown before they are decoded have signed offsets', () => {
  const movie = compose([segmentOf(0, [5, 5, 5], { compositionOffsets: [0, 40, -40] })])
  const [table = Buffer.alloc(0)] = boxesOf(movie, 'ctts')
  expect(table[0]).toBe(1)
  expect(entriesOf(table, 2)).toEqual([
    [1, 0],
    [1, 40],
    [1, -40],
  ])
})

test('[J03] a file of more than four gigabytes has offsets of 64 bits', () => {
  const size = 3_000_000_000
  const movie = compose([segmentOf(0, [size]), segmentOf(1000, [size])])
  const { head } = movie
  expect(movie.size).toBe(head.length + 2 * size)
  const [table = Buffer.alloc(0)] = boxesOf(movie, 'co64')
  expect([0, 1].map((at) => Number(table.readBigUInt64BE(8 + at * 8)))).toEqual([head.length, head.length + size])
  expect(boxesOf(movie, 'stco')).toEqual([])
  expect([...movie.starts]).toEqual([head.length, head.length + size])
  // The header of `mdat` has a length of 64 bits too.
  expect(head.readUInt32BE(head.length - 16)).toBe(1)
  expect(Number(head.readBigUInt64BE(head.length - 8))).toBe(2 * size + 16)
  const small = compose([segmentOf(0, [5]), segmentOf(1000, [5])])
  expect(boxesOf(small, 'stco').map((each) => entriesOf(each, 1))).toEqual([
    [[small.head.length], [small.head.length + 5]],
  ])
})
