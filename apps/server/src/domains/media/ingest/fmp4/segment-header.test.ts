import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codecsOf } from './codecs.ts'
import { boxesIn, findBox } from './mp4-boxes.ts'
import { parseTrackStart, removeEditList, outputOffsetSec } from './align-timestamps.ts'
import { decodeTimeOf, shiftTimestamps, durationTicksOf } from './segment-header.ts'

const u32 = (...values: number[]): number[] =>
  values.flatMap((value) => [24, 16, 8, 0].map((bit) => (value >>> bit) & 255))
const u64 = (value: number): number[] => u32(Math.floor(value / 2 ** 32), value % 2 ** 32)
const box = (type: string, ...content: number[][]): number[] => {
  const inner = content.flat()
  return [...u32(inner.length + 8), ...new TextEncoder().encode(type), ...inner]
}
const bytes = (...content: number[][]): Uint8Array => Uint8Array.from(content.flat())
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)

const segment = (decodeTime: number, durations: number[]): Uint8Array =>
  bytes(
    box('styp', zeros(16)),
    box('sidx', u32(0x01000000, 1, 12_800), u64(decodeTime), u64(0)),
    box(
      'moof',
      box('mfhd', u32(0, 1)),
      box(
        'traf',
        box('tfhd', u32(0x020008, 1, 512)),
        box('tfdt', u32(0x01000000), u64(decodeTime)),
        box('trun', u32(0x000301, durations.length, 100), ...durations.map((each) => u32(each, 1))),
      ),
    ),
    box('mdat', zeros(8)),
  )

const init = (entry: number[], edits: number[][]): Uint8Array =>
  bytes(
    box('ftyp', zeros(8)),
    box(
      'moov',
      box('mvhd', u32(0, 0, 0, 1000), zeros(84)),
      box(
        'trak',
        box('tkhd', zeros(84)),
        box('edts', box('elst', u32(0, edits.length), ...edits)),
        box(
          'mdia',
          box('mdhd', u32(0, 0, 0, 12_800), zeros(8)),
          box('minf', box('stbl', box('stsd', u32(0, 1), entry))),
        ),
      ),
    ),
  )

const avc = box('avc1', zeros(78), box('avcC', [1, 0x64, 0, 0x1f, 0xff]))
const hevc = box('hvc1', zeros(78), box('hvcC', [1, 1, 0x60, 0, 0, 0, 0xb0, 0, 0, 0, 0, 0, 93]))
const esds = [0, 0, 0, 0, 3, 25, 0, 1, 0, 4, 17, 0x40, 0x15, ...zeros(11), 5, 2, 0x12, 0x10, 6, 1, 2]
const aac = box('mp4a', zeros(28), box('esds', esds))

test.each([
  ['avc1.64001f', avc],
  ['hvc1.1.6.L93.B0', hevc],
  ['mp4a.40.2', aac],
])('%s is read from its configuration', (codec, entry) => {
  expect(codecsOf(init(entry, []))).toBe(codec)
})

test('an unknown or broken codec is an error', () => {
  expect(() => codecsOf(init(box('xxxx', zeros(80)), []))).toThrow('no track of a known codec')
  expect(() => codecsOf(init(box('avc1', zeros(20)), []))).toThrow('no track of a known codec')
  expect(() => codecsOf(new Uint8Array())).toThrow('no track of a known codec')
})

test('any bytes are parsed in finite time, and boxes lie within each other', () => {
  const whole = init(avc, [u32(100, 0, 0x10000)])
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 }), (damage) => {
      const broken = whole.slice()
      for (const [at, value] of damage) broken[at] = value
      const found = boxesIn(broken, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts'])
      for (const { start, end } of found) expect(start).toBeLessThanOrEqual(end)
      for (const read of [() => codecsOf(broken), () => parseTrackStart(broken)]) {
        try {
          read()
        } catch (err) {
          expect(err).toBeInstanceOf(Error)
        }
      }
    }),
    { numRuns: 500 },
  )
  expect(boxesIn(whole, ['moov', 'trak']).map(({ path }) => path)).toContain('moov/trak/mdia')
})

test('a start is read from the edit list: an empty edit delays, a media time advances', () => {
  const waits = (ms: number): number[] => u32(ms, 0xffffffff, 0x10000)
  const from = (ticks: number): number[] => u32(0, ticks, 0x10000)
  const offsetMs = outputOffsetSec * 1000
  expect(parseTrackStart(init(avc, [waits(offsetMs), from(1024)])).decodeSec).toBeCloseTo(-0.08)
  expect(parseTrackStart(init(avc, [waits(offsetMs + 477), from(0)])).decodeSec).toBeCloseTo(0.477)
  expect(() => parseTrackStart(init(avc, []))).toThrow('the edit list has no media entry')
})

test('a removed edit list is ignored by readers, and all other boxes stay where they were', () => {
  const one = init(avc, [u32(100, 0, 0x10000)])
  const before = one.length
  removeEditList(one)
  expect(findBox(one, ['moov', 'trak', 'edts'])).toBeNull()
  expect(findBox(one, ['moov', 'trak', 'free'])).not.toBeNull()
  expect(codecsOf(one)).toBe('avc1.64001f')
  expect(one.length).toBe(before)
})

test('a segment is shifted by the given ticks from any time', () => {
  const time = fc.integer({ min: 0, max: 2 ** 45 })
  fc.assert(
    fc.property(time, fc.nat(1_000_000), fc.array(fc.nat(5000), { maxLength: 50 }), (decodeTime, ticks, durations) => {
      const head = segment(decodeTime, durations)
      expect(decodeTimeOf(head)).toBe(decodeTime)
      expect(durationTicksOf(head)).toBe(durations.reduce((sum, each) => sum + each, 0))
      shiftTimestamps(head, ticks)
      expect(head).toEqual(segment(decodeTime + ticks, durations))
    }),
  )
})

test('bytes that are no segment are an error', () => {
  expect(() => decodeTimeOf(bytes(box('free', zeros(8))))).toThrow('no moof/traf/tfdt')
  expect(() => shiftTimestamps(bytes(zeros(100)), 1)).toThrow('no decode time')
})
