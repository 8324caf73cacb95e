import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderLivePlaylist, type LiveRow } from './index.ts'
import { parseLive, recordedRows, targetDurationSec } from './live.fixture.ts'

const first: LiveRow = {
  seq: 70,
  disc: 3,
  runKey: '12',
  uri: '12/000001.m4s',
  initUri: '12/init.mp4',
  durationSec: 2,
  wallMs: Date.UTC(2026, 10, 21, 12),
}
const second = { ...first, seq: 71, uri: '12/000002.m4s', wallMs: first.wallMs + 2000 }
const other = {
  seq: 72,
  disc: 4,
  runKey: '13',
  uri: '13/000001.m4s',
  initUri: '13/init.mp4',
  durationSec: 1.5,
  wallMs: first.wallMs + 9000,
}
const render = (...rows: LiveRow[]) => renderLivePlaylist({ targetDurationSec: 2, rows, kind: 'live' })

test('no rows give no playlist', () => {
  expect(() => render()).toThrow(RangeError)
})

test.each<[string, Partial<LiveRow>]>([
  ['a missing row', { seq: 73 }],
  ['the same row again', { seq: 71 }],
  ['two discontinuities at once', { disc: 5 }],
  ['a discontinuity that falls', { disc: 2 }],
  ['a new run without a discontinuity', { disc: 3 }],
  ['a run with two beginnings', { runKey: '12' }],
])('[G02] %s between neighbouring rows is refused', (_, wrong) => {
  expect(() => render(first, second, { ...other, ...wrong })).toThrow(RangeError)
})

test.each<Partial<LiveRow>>([
  { uri: 'a.m4s\n#EXT-X-ENDLIST' },
  { uri: '' },
  { uri: '#EXTINF:1,' },
  { initUri: 'a".mp4' },
  { initUri: 'a\r' },
  { durationSec: Number.NaN },
  { durationSec: -1 },
  { durationSec: 2.5 },
  { durationSec: Number.POSITIVE_INFINITY },
  { seq: -1 },
  { seq: 1.5 },
  { seq: 2 ** 53 },
  { disc: -1 },
  { disc: Number.NaN },
  { wallMs: Number.NaN },
  { wallMs: -1 },
  { wallMs: 0.5 },
  { wallMs: 253_402_300_800_000 },
])('[G02] a row with %j is refused', (wrong) => {
  expect(() => render({ ...first, ...wrong })).toThrow(RangeError)
})

test.each([
  { targetDurationSec: 0 },
  { targetDurationSec: 2.5 },
  { startOffsetSec: -1 },
  { startOffsetSec: Number.NaN },
])('[G02] a playlist with %j is refused', (wrong) => {
  expect(() => renderLivePlaylist({ targetDurationSec: 2, rows: [first], kind: 'event', ...wrong })).toThrow(RangeError)
})

test('[G02] a window over a change of runs is rendered line by line as RFC 8216 requires', () => {
  expect(render(first, second, other).split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:2',
    '#EXT-X-MEDIA-SEQUENCE:70',
    '#EXT-X-DISCONTINUITY-SEQUENCE:3',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="12/init.mp4"',
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00.000Z',
    '#EXTINF:2.000000,',
    '12/000001.m4s',
    '#EXTINF:2.000000,',
    '12/000002.m4s',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-MAP:URI="13/init.mp4"',
    '#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:09.000Z',
    '#EXTINF:1.500000,',
    '13/000001.m4s',
    '',
  ])
})

test('[G02] the time of day is repeated where players would have computed a wrong one', () => {
  const late = { ...second, wallMs: second.wallMs + 101 }
  expect(render(first, second)).not.toContain('12:00:02')
  expect(render(first, late)).toContain('#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:02.101Z')
})

test('[G01] the list of a running programme grows, that of a past one has ended, and both keep their sequence numbers and start', () => {
  const programme = { targetDurationSec: 2, rows: [first, second], startOffsetSec: 1.25 }
  const running = parseLive(renderLivePlaylist({ ...programme, kind: 'event' }))
  const past = parseLive(renderLivePlaylist({ ...programme, rows: [first, second, other], kind: 'vod' }))
  expect(running.playlist).toMatchObject({ playlistType: 'EVENT', endlist: false, mediaSequenceBase: 70 })
  expect(past.playlist).toMatchObject({ playlistType: 'VOD', endlist: true, mediaSequenceBase: 70 })
  expect(past.playlist.start).toEqual({ offset: 1.25, precise: true })
  expect(past.segments.slice(0, 2)).toEqual(running.segments)
})

test('[G02] an independent parser finds the same rows, and times of day never decrease', () => {
  const kind = fc.constantFrom('live', 'event', 'vod')
  fc.assert(
    fc.property(recordedRows, kind, fc.boolean(), (rows, kindOf, endlist) => {
      const { playlist, segments } = parseLive(renderLivePlaylist({ targetDurationSec, rows, kind: kindOf, endlist }))
      const plain = ({ runKey: _run, wallMs: _wall, ...row }: LiveRow) => row
      expect(segments.map(({ wallMs: _wall, ...segment }) => segment)).toEqual(rows.map(plain))
      expect(playlist.endlist).toBe(endlist || kindOf === 'vod')
      expect(playlist.playlistType).toBe({ live: undefined, event: 'EVENT', vod: 'VOD' }[kindOf])
      let lastMs = 0
      for (const [index, { wallMs }] of segments.entries()) {
        expect(Math.abs(wallMs - (rows[index]?.wallMs ?? 0))).toBeLessThanOrEqual(100)
        expect(wallMs).toBeGreaterThanOrEqual(lastMs)
        lastMs = wallMs
      }
    }),
  )
})
