import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catchupAddress, type Catchup, type CatchupSpan } from './index.ts'

/** 20:00:05 to 21:30:05 on 20 November 2026 China time, requested two hours after its start. */
const startSec = Date.UTC(2026, 10, 20, 12, 0, 5) / 1000
const span: CatchupSpan = { startSec, endSec: startSec + 5400, nowSec: startSec + 7200 }
const live = 'http://tv.example:8080/cctv1/index.m3u8'
const made = (type: string, source = '', url = live): string | null =>
  catchupAddress(url, { type, days: 7, source }, span)

test.each([
  ['an identifier that only another guide knows', 'default', 'http://a.example/{catchup-id}'],
  ['a place that nobody has heard of', 'append', '?t={moment}'],
  ['a place that was never closed', 'append', '?t={utc'],
  ['a bracket too many', 'append', '?t={utc}}'],
  ['places inside places', 'append', '?t={{utc}}'],
  ['a divider of nothing', 'append', '?t={duration:0}'],
  ['a divider that is no whole number', 'append', '?t={offset:1.5}'],
  ['a Chinese place without a form', 'append', '?t=${(b)}'],
  ['a file', 'default', 'file:///etc/passwd?{utc}'],
  ['an address of no host', 'default', 'http://?{utc}'],
  ['an address without a scheme', 'default', '/archive/{utc}'],
  ['a script', 'default', 'javascript:alert({utc})'],
  ['ffmpeg’s own syntax', 'default', 'http://a.example/|concat:{utc}'],
  ['a line’s end', 'default', 'http://a.example/\n{utc}'],
  ['quotes', 'append', '?t="{utc}"'],
  ['more than an address may be long', 'append', `?t=${'{utc}'.repeat(300)}`],
  ['a type that says nothing', 'archive', ''],
  ['prototypes', 'append', '?t={constructor}'],
])('[G02] %s gives no address', (_what, type, source) => {
  expect(made(type, source)).toBeNull()
})

test('[G02] a channel that is not delivered by HTTP, and a programme without duration, have no address', () => {
  for (const url of ['udp://239.1.1.1:1234', 'rtsp://a.example/1', '', 'http://']) {
    for (const type of ['append', 'shift', 'flussonic', 'xc']) expect(made(type, '', url), url).toBeNull()
  }
  for (const wrong of [{ endSec: startSec }, { startSec: Number.NaN }, { endSec: 1e15 }, { nowSec: 0.5 }])
    expect(catchupAddress(live, { type: 'shift', days: 1, source: '' }, { ...span, ...wrong })).toBeNull()
})

test('[G02] placeholders of Chinese set-top boxes are in China time, all others in UTC', () => {
  expect(made('append', '?playseek=${(b)yyyyMMddHHmmss}-${(e)yyyyMMddHHmmss}')).toBe(
    `${live}?playseek=20261120200005-20261120213005`,
  )
  expect(made('append', '?s=${(b)yyyyMMddHHmmss|UTC}&t=${(e)timestamp}')).toBe(
    `${live}?s=20261120120005&t=${span.endSec}`,
  )
  expect(made('append', "?t={(b)yy-MM-dd'T'HH:mm:ss}")).toBe(`${live}?t=26-11-20T20:00:05`)
  expect(made('append', '&cutv={Y}-{m}-{d}T{H}:{M}:{S}')).toBe(`${live}?cutv=2026-11-20T12:00:05`)
  expect(made('append', '?start={utc:YmdHM}&end=${end:Ymd-H-M}')).toBe(`${live}?start=202611201200&end=20261120-13-30`)
})

test('[G02] times are written in seconds, durations in the unit of their divisor', () => {
  const { endSec, nowSec } = span
  expect(made('append', '?a={utc}&b=${start}&c={utcend}&d=${end}&e={lutc}&f=${now}&g=${timestamp}')).toBe(
    `${live}?a=${startSec}&b=${startSec}&c=${endSec}&d=${endSec}&e=${nowSec}&f=${nowSec}&g=${nowSec}`,
  )
  expect(made('append', '?a={duration}&b=${duration:60}&c={offset:1}&d={offset:60}')).toBe(
    `${live}?a=5400&b=90&c=7200&d=120`,
  )
})

test('[G02] a catch-up source is a complete address or is appended to the channel’s address', () => {
  expect(made('default', 'https://b.example/{utc}.m3u8')).toBe(`https://b.example/${startSec}.m3u8`)
  expect(made('default', '?at={utc}')).toBe(`${live}?at=${startSec}`)
  expect(made('playseek', '&at={utc}')).toBe(`${live}?at=${startSec}`)
  expect(made('append', '?at={utc}', `${live}?key=1#live`)).toBe(`${live}?key=1&at=${startSec}`)
  expect(made('append', '/{utc}/{duration}.m3u8', 'http://a.example/1')).toBe(
    `http://a.example/1/${startSec}/5400.m3u8`,
  )
  expect(made('append', '?at=${(b)yyyy-MM-dd HH:mm}')).toBe(`${live}?at=2026-11-20%2020:00`)
  const shifted = `${live}?utc=${startSec}&lutc=${span.nowSec}`
  for (const type of ['shift', 'timeshift', 'append', 'default']) expect(made(type), type).toBe(shifted)
})

test.each([
  ['http://a.example/325/index.m3u8?token=x', `http://a.example/325/archive-${startSec}-5400.m3u8?token=x`],
  ['http://a.example/325/video.m3u8', `http://a.example/325/video-${startSec}-5400.m3u8`],
  ['http://a.example/151/mpegts?token=x', `http://a.example/151/archive-${startSec}-5400.ts?token=x`],
  ['http://a.example/151/live', `http://a.example/151/timeshift_abs-${startSec}.ts`],
])('[G02] the archive address of %s on a Flussonic server', (url, past) => {
  for (const type of ['flussonic', 'fs', 'flussonic-hls', 'flussonic-ts']) expect(made(type, '', url)).toBe(past)
})

test.each([
  ['http://a.example/me@xc/word/1477', 'http://a.example/timeshift/me@xc/word/90/2026-11-20:12-00/1477.ts'],
  ['http://a.example/live/me/word/1477.m3u8', 'http://a.example/timeshift/me/word/90/2026-11-20:12-00/1477.m3u8'],
])('[G02] the timeshift address of %s on an Xtream Codes server', (url, past) => {
  expect(made('xc', '', url)).toBe(past)
  expect(made('xc', '', 'http://a.example/1477')).toBeNull()
})

const types = fc.constantFrom('default', 'append', 'shift', 'flussonic', 'xc', 'vod', '')
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom('{utc}', '{', '}', '$', '${(b)yyyyMMddHHmmss}', '{utc:', '?', '&', 'http://a/', '{duration:', '#'),
    fc.string({ maxLength: 6 }),
  ),
)
const text = pieces.map((parts) => parts.join(''))
const spans = fc
  .tuple(fc.integer({ min: 1, max: 4_000_000_000 }), fc.integer({ min: 1, max: 86_400 }), fc.nat(30 * 86_400))
  .map(([from, long, ago]): CatchupSpan => ({ startSec: from, endSec: from + long, nowSec: from + long + ago }))

test('[G02] for any list entry the result is a complete HTTP address or null', () => {
  fc.assert(
    fc.property(types, text, text, spans, (type, source, tail, when) => {
      const catchup: Catchup = { type, days: 1, source }
      for (const url of [`http://a.example/${tail}`, tail]) {
        const address = catchupAddress(url, catchup, when)
        if (address === null) continue
        expect(['http:', 'https:']).toContain(new URL(address).protocol)
        expect(address).not.toMatch(/[\s{}|"<>\\]/)
      }
    }),
  )
})

test('[G02] different programmes get different addresses, and the same programme the same one', () => {
  const catchup: Catchup = { type: 'append', days: 1, source: '?playseek=${(b)yyyyMMddHHmmss}-${(e)yyyyMMddHHmmss}' }
  fc.assert(
    fc.property(spans, spans, (one, other) => {
      const isSame = one.startSec === other.startSec && one.endSec === other.endSec
      const [first, second] = [one, other].map((when) => catchupAddress(live, catchup, when))
      expect(first).not.toBeNull()
      expect(first === second).toBe(isSame)
      expect(catchupAddress(live, catchup, { ...one, nowSec: one.nowSec + 1 })).toBe(first)
    }),
  )
})
