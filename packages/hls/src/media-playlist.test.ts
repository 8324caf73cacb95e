import fc from 'fast-check'
import { parse, types } from 'hls-parser'
import { expect, test } from 'vitest'
import { renderMediaPlaylist, renderSubtitlePlaylist, targetDurationOf } from './index.ts'

const uri = fc
  .array(fc.stringMatching(/^[A-Za-z0-9_~=+-][A-Za-z0-9._~=+-]{0,11}$/), { minLength: 1, maxLength: 4 })
  .map((parts) => `${parts.join('/')}.m4s`)
const segment = fc.record({ uri, durationSec: fc.double({ min: 0.001, max: 60, noNaN: true }) })

function parsedMedia(text: string) {
  const playlist = parse(text)
  if (!(playlist instanceof types.MediaPlaylist)) throw new Error('not a media playlist')
  return playlist
}

test.each([
  ['a line feed', 'a.m4s\n#EXT-X-ENDLIST'],
  ['a carriage return', 'a\r.m4s'],
  ['a comment', '#EXTINF:1,'],
  ['a quote', 'a".m4s'],
  ['a space', 'a b.m4s'],
  ['nothing', ''],
  ['raw Chinese', '片.m4s'],
])('an address that contains %s is refused', (_, bad) => {
  const good = { targetDurationSec: 4, initUri: 'init.mp4', type: 'VOD', endlist: true } as const
  expect(() => renderMediaPlaylist({ ...good, segments: [{ uri: bad, durationSec: 4 }] })).toThrow(RangeError)
  expect(() => renderMediaPlaylist({ ...good, initUri: bad, segments: [] })).toThrow(RangeError)
  expect(() => renderSubtitlePlaylist({ uri: bad, durationSec: 4 })).toThrow(RangeError)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 4.5])(
  'a segment of %s s is refused at a target duration of 4 s',
  (durationSec) => {
    const segments = [{ uri: 'a.m4s', durationSec }]
    expect(() =>
      renderMediaPlaylist({ targetDurationSec: 4, segments, initUri: 'i.mp4', type: 'VOD', endlist: true }),
    ).toThrow(RangeError)
  },
)

test.each([0, 3.5, Number.NaN])('a target duration of %s s is refused', (targetDurationSec) => {
  expect(() =>
    renderMediaPlaylist({ targetDurationSec, segments: [], initUri: 'i.mp4', type: 'VOD', endlist: true }),
  ).toThrow(RangeError)
})

test('a complete film is rendered line by line as RFC 8216 requires', () => {
  const segments = [
    { uri: '00000.m4s', durationSec: 4 },
    { uri: '00001.m4s', durationSec: 1.2345678 },
  ]
  const text = renderMediaPlaylist({ targetDurationSec: 4, segments, initUri: 'init.mp4', type: 'VOD', endlist: true })
  expect(text.split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
    '#EXTINF:4.000000,',
    '00000.m4s',
    '#EXTINF:1.234568,',
    '00001.m4s',
    '#EXT-X-ENDLIST',
    '',
  ])
})

test('an independent parser finds the same addresses and durations', () => {
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 40 }), fc.boolean(), (segments, endlist) => {
      const targetDurationSec = targetDurationOf(segments)
      const read = parsedMedia(
        renderMediaPlaylist({ targetDurationSec, segments, initUri: 'init.mp4', type: 'VOD', endlist }),
      )
      expect(read.segments.map((each) => each.uri)).toEqual(segments.map((each) => each.uri))
      for (const [index, each] of read.segments.entries()) {
        expect(Math.abs(each.duration - (segments[index]?.durationSec ?? 0))).toBeLessThan(1e-6)
      }
      expect(read.segments[0]?.map?.uri).toBe('init.mp4')
      expect(read.endlist).toBe(endlist)
      expect(read.targetDuration).toBe(targetDurationSec)
    }),
  )
})

test('the target duration is the smallest that is not below any rounded segment duration', () => {
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1 }), (segments) => {
      const rounded = segments.map(({ durationSec }) => Math.round(durationSec))
      expect(targetDurationOf(segments)).toBe(Math.max(1, ...rounded))
    }),
  )
})

test('a subtitle track is one segment without an initialisation section', () => {
  const read = parsedMedia(renderSubtitlePlaylist({ uri: 'zh-Hans.vtt', durationSec: 5400.4 }))
  expect(read.segments).toHaveLength(1)
  expect(read.segments[0]).toMatchObject({ uri: 'zh-Hans.vtt', duration: 5400.4, map: null })
  expect(read).toMatchObject({ targetDuration: 5400, endlist: true })
})
