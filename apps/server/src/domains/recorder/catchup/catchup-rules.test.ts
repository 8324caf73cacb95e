import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPlaylist, parseSourcePlaylist, recordingSec } from './catchup-rules.ts'

const startSec = 1_795_000_000
const span = { startSec, endSec: startSec + 1800 }

/** A playlist of ten-second segments; `at` is the start of the first one, in seconds from the programme's start. */
function list({ count = 180, at, ended = true }: { count?: number; at?: number; ended?: boolean }): string {
  const when = at === undefined ? [] : [`#EXT-X-PROGRAM-DATE-TIME:${new Date((startSec + at) * 1000).toISOString()}`]
  const segments = Array.from({ length: count }, (_, each) => `#EXTINF:10.0,\n${each}.ts`)
  return ['#EXTM3U', '#EXT-X-TARGETDURATION:10', ...when, ...segments, ...(ended ? ['#EXT-X-ENDLIST'] : [])].join('\n')
}
const judged = (text: string): string => checkPlaylist(parseSourcePlaylist(text), span)

test.each([
  ['nothing', list({ count: 0 }), 'short'],
  ['half of it', list({ count: 90 }), 'short'],
  ['most of it, by the clock', list({ at: -180 }), 'good'],
  ['its end alone', list({ at: 900 }), 'short'],
  ['what was on an hour before', list({ at: -3600 }), 'time'],
  ['what was on eight hours later', list({ at: 8 * 3600 }), 'time'],
  ['what is on now, by the clock', list({ at: 7200, count: 3, ended: false }), 'time'],
  ['a list that goes on and says nothing of the time', list({ count: 3, ended: false }), 'unclear'],
  ['a list that goes on from its start', list({ at: -8, count: 3, ended: false }), 'good'],
  ['all of it', list({}), 'good'],
  ['all of it, by the clock', list({ at: -4 }), 'good'],
  ['more than it', list({ count: 400 }), 'good'],
])('[G02] %s is classified as %s', (_what, text, answer) => {
  expect(judged(text)).toBe(answer)
})

test("[G02] segments before the programme's start are recorded too", () => {
  expect(recordingSec(parseSourcePlaylist(list({ at: -60 })), span)).toBe(1860)
  expect(recordingSec(parseSourcePlaylist(list({ at: 60 })), span)).toBe(1800)
  expect(recordingSec({ firstMs: null }, span)).toBe(1800)
})

test('[G02] of a master playlist the first rendition is used', () => {
  const master = '#EXTM3U\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\r\n720.m3u8\r\n#EXT-X-STREAM-INF:BANDWIDTH=2\r\n1080.m3u8'
  expect(parseSourcePlaylist(master)).toMatchObject({ rendition: '720.m3u8', segments: [] })
  expect(parseSourcePlaylist('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1')).toMatchObject({ rendition: '' })
})

test('[G02] any reply of a source is parsed and classified', () => {
  const line = fc.oneof(
    fc.constantFrom('#EXTINF:1e9,', '#EXTINF:-1,', '#EXT-X-PROGRAM-DATE-TIME:99999999', '#EXT-X-ENDLIST', 'x.ts', '\r'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const read = parseSourcePlaylist(lines.join('\n'))
      expect(read.durationSec).toBeGreaterThanOrEqual(0)
      expect(['good', 'time', 'short', 'unclear']).toContain(checkPlaylist(read, span))
    }),
  )
})
