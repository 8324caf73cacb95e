import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, barParts, behindOf, edgeAt, isLive, moveTo, windowOf, type LiveView } from './dvr-rules.ts'

const nowMs = 1_795_000_000_000
const clock = (secondsBack: number, isGrowing = true) => ({
  runs: [{ startSec: 0, endSec: secondsBack, wallMs: nowMs - secondsBack * 1000 - 3000 }],
  isGrowing,
  latencySec: 4,
  atMs: nowMs,
})
const edge: LiveView = { kind: 'edge' }
const shift: LiveView = { kind: 'shift', fromSec: nowMs / 1000 - 603 }
const edgeMs = nowMs - 3000
const window = windowOf(edgeMs, 7200)

test('[G02] at the live edge the live playlist is requested, behind it one from a time', () => {
  expect(addressOf('/media/9/s/l3/live.m3u8', edge)).toBe('/media/9/s/l3/live.m3u8')
  expect(addressOf('/media/9/s/l3/live.m3u8', { kind: 'shift', fromSec: 12 })).toBe('/media/9/s/l3/from-12.m3u8')
  expect(addressOf('/l3/live.m3u8?a=b', { kind: 'shift', fromSec: 12 })).toBe('/l3/from-12.m3u8?a=b')
  const programme: LiveView = { kind: 'programme', id: 1, startSec: 1, endSec: 2 }
  expect(addressOf('/l3/p-1-2.m3u8', programme)).toBe('/l3/p-1-2.m3u8')
})

test('[G02] the live edge advances with the clock between two playlist reloads', () => {
  expect(edgeAt(null, nowMs)).toBe(nowMs)
  expect(edgeAt(clock(30), nowMs)).toBe(edgeMs)
  expect(edgeAt(clock(30), nowMs + 1500)).toBe(edgeMs + 1500)
  expect(edgeAt(clock(30, false), nowMs)).toBe(nowMs)
  // A device whose clock is ten minutes slow: the playlist ends in its future.
  const slowMs = nowMs - 600_000
  expect(edgeAt({ ...clock(30), atMs: slowMs }, slowMs + 1500)).toBe(edgeMs + 1500)
})

test('[G02] the buffer needed at the live edge does not count as delay', () => {
  expect(behindOf(edgeMs - 4000, edgeMs, 4)).toBe(0)
  expect(behindOf(edgeMs - 64_000, edgeMs, 4)).toBe(60)
  expect(behindOf(edgeMs + 9000, edgeMs, 4)).toBe(0)
})

test('[G02] a time near the edge is live, one before it another playlist, an available one a seek', () => {
  const at = (view: LiveView, sec: number, seconds = 600) =>
    moveTo(edgeMs - sec * 1000, { view, clock: clock(seconds), window })
  expect(at(edge, 5)).toEqual({ do: 'goLive' })
  expect(at(shift, 11)).toEqual({ do: 'goLive' })
  expect(at(shift, 100)).toEqual({ do: 'seek', sec: 500 })
  expect(at(edge, 100, 30)).toEqual({
    do: 'open',
    view: { kind: 'shift', fromSec: edgeMs / 1000 - 130 },
    wallMs: edgeMs - 100_000,
  })
  expect(at(shift, 9999)).toEqual({
    do: 'open',
    view: { kind: 'shift', fromSec: window.startMs / 1000 },
    wallMs: window.startMs,
  })
})

test('[G02] within a programme the programme stays selected', () => {
  const view: LiveView = { kind: 'programme', id: 7, startSec: edgeMs / 1000 - 600, endSec: edgeMs / 1000 - 300 }
  const to = (sec: number) => moveTo(edgeMs - sec * 1000, { view, clock: clock(600, false), window })
  expect(to(400)).toEqual({ do: 'seek', sec: 200 })
  expect(to(700)).toEqual({ do: 'seek', sec: 0 })
  expect(to(0)).toEqual({ do: 'seek', sec: 299 })
})

test('[G02] a time near the one being opened uses the same playlist', () => {
  const at = (sec: number) => moveTo((nowMs / 1000 - 603 + sec) * 1000, { view: shift, clock: null, window })
  expect(at(25)).toEqual({ do: 'open', view: shift, wallMs: nowMs - 578_000 })
  expect(at(-5)).toMatchObject({ do: 'open', view: { fromSec: nowMs / 1000 - 638 } })
  expect(at(60)).toMatchObject({ do: 'open', view: { fromSec: nowMs / 1000 - 573 } })
})

test('[G02] the seek bar is split at programme changes and covered completely', () => {
  const at = (sec: number): number => edgeMs / 1000 - sec
  const parts = barParts(
    [
      { name: '昨夜', start: at(9000), end: at(8000) },
      { name: '晚间九点', start: at(8000), end: at(3600) },
      { name: '江上夜航', start: at(1800), end: at(-1800) },
      { name: '北屿灯塔', start: at(-1800), end: at(-3600) },
    ],
    window,
  )
  expect(parts.map(({ name, isPast }) => [name, isPast])).toEqual([
    ['晚间九点', true],
    ['', true],
    ['江上夜航', false],
  ])
  expect(parts.map(({ from, to }) => [from, to])).toEqual([
    [0, 0.5],
    [0.5, 0.75],
    [0.75, 1],
  ])
})

test('[G02] for any guide, the parts are consecutive from the start of the bar to its end', () => {
  const programme = fc.record({
    name: fc.string({ maxLength: 3 }),
    start: fc.integer({ min: -9000, max: 9000 }),
    length: fc.integer({ min: -10, max: 5000 }),
  })
  fc.assert(
    fc.property(fc.array(programme, { maxLength: 12 }), (list) => {
      const programmes = list.map(({ name, start, length }) => ({
        name,
        start: edgeMs / 1000 + start,
        end: edgeMs / 1000 + start + length,
      }))
      const parts = barParts(programmes, window)
      expect(parts[0]?.from).toBe(0)
      expect(parts.at(-1)?.to).toBeCloseTo(1, 9)
      for (const [at, part] of parts.entries()) if (at > 0) expect(part.from).toBe(parts[at - 1]?.to)
    }),
  )
})

test('[G02] a few seconds behind the edge still counts as live, a seek back does not, and a programme never does', () => {
  const programme: LiveView = { kind: 'programme', id: 1, startSec: 1, endSec: 2 }
  const at = (view: LiveView) => [0, 7, 12, 17].map((behindSec) => isLive({ view, behindSec }))
  expect(at(edge)).toEqual([true, true, true, false])
  expect(at(shift)).toEqual([true, true, false, false])
  expect(at(programme)).toEqual([false, false, false, false])
})
