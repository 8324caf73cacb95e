import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stallTimeoutMs, restartDelayMs, parseRunPlaylist } from './run-rules.ts'

test('[G03] the delay between runs increases from half a second to eight', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(restartDelayMs)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000])
})

test('[G03] a source with long segments gets a longer timeout', () => {
  expect([0, 2000, 10_000].map(stallTimeoutMs)).toEqual([6000, 6000, 30_000])
})

test('of a playlist cut at any position only complete entries are parsed', () => {
  const text = '#EXTM3U\n#EXT-X-VERSION:7\n#EXTINF:2.000000,\n000001.m4s\n#EXTINF:1.96,\n000002.m4s\n'
  const whole = [
    { num: 1, durationMs: 2000 },
    { num: 2, durationMs: 1960 },
  ]
  expect(parseRunPlaylist(text)).toEqual(whole)
  fc.assert(
    fc.property(fc.nat(text.length), (end) => {
      const read = parseRunPlaylist(text.slice(0, end))
      expect(read).toEqual(whole.slice(0, read.length))
    }),
  )
  fc.assert(
    fc.property(fc.nat(text.length), (start) => {
      const read = parseRunPlaylist(text.slice(start))
      expect(read).toEqual(whole.slice(whole.length - read.length))
    }),
  )
})

test('lines that are not segments of a run are skipped', () => {
  expect(parseRunPlaylist('')).toEqual([])
  expect(parseRunPlaylist('#EXTINF:2,\n../000001.m4s\n#EXTINF:x,\n000002.m4s\n000003.m4s\n')).toEqual([])
})
