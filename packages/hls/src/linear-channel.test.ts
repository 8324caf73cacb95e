import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compileSchedule,
  frozenItems,
  latestLinearRows,
  linearRows,
  liveWindow,
  planSchedule,
  renderLivePlaylist,
} from './index.ts'
import type { LinearAsset, LinearItem, LiveRow, Showing } from './index.ts'
import { steadyReader, targetDurationSec } from './live.fixture.ts'

const beganMs = Date.UTC(2026, 10, 21)
const minuteMs = 60_000

function anAsset(name: string, durationsMs: readonly number[]): LinearAsset {
  return { initUri: `v/${name}/init.mp4`, durationsMs, segmentUri: (index) => `v/${name}/${index}.m4s` }
}

const film = anAsset('film', [4000, 4000, 4000, 2500])
const slate = anAsset('slate', [2000, 2000, 2000])
const plan = (showings: readonly Showing[], filler?: LinearAsset) =>
  planSchedule({ showings, targetDurationSec, ...(filler === undefined ? {} : { slate: filler }) })
const at = (startSec: number, asset = film): Showing => ({ startMs: beganMs + startSec * 1000, asset })
/** Everything of a schedule until `sec` after its start: address, number and discontinuity. */
const shown = (items: readonly LinearItem[], filler: LinearAsset | undefined, sec: number) =>
  linearRows(compileSchedule(items, filler), 0, beganMs + sec * 1000).map(({ uri, seq, disc }) =>
    [uri, seq, disc].join(' '),
  )

const durations = fc.array(fc.integer({ min: 500, max: 6000 }), { minLength: 1, maxLength: 12 })
const assets = fc
  .array(durations, { minLength: 1, maxLength: 4 })
  .map((list) => list.map((durationsMs, index) => anAsset(`a${index}`, durationsMs)))
const wishes = fc.array(fc.record({ afterMs: fc.nat(90_000), which: fc.nat(3) }), { minLength: 2, maxLength: 12 })

/** Showings at any moments from `startMs` on, at least a second apart. */
function showingsOf(
  list: readonly LinearAsset[],
  wanted: readonly { afterMs: number; which: number }[],
  startMs = beganMs,
) {
  let wishMs = startMs
  return wanted.flatMap(({ afterMs, which }) => {
    const asset = list[which % list.length]
    wishMs += 1000 + afterMs
    return asset === undefined ? [] : [{ startMs: wishMs, asset }]
  })
}

/** What a channel shows, computed by walking through it once: the slow way, without bases. */
function walked(items: readonly LinearItem[], filler: LinearAsset | undefined, untilMs: number): LiveRow[] {
  const rows: LiveRow[] = []
  let disc = -1
  for (const [index, { startMs, asset }] of items.entries()) {
    const endMs = items[index + 1]?.startMs ?? Number.POSITIVE_INFINITY
    let wallMs = startMs
    const show = ({ durationsMs, initUri, segmentUri }: LinearAsset, limitMs: number): void => {
      for (const [each, ms] of durationsMs.entries()) {
        if (wallMs + ms > limitMs) return
        if (each === 0) disc++
        const row = { uri: segmentUri(each), initUri, durationSec: ms / 1000, wallMs }
        rows.push({ ...row, seq: rows.length, disc, runKey: String(disc) })
        wallMs += ms
      }
    }
    if (asset !== null) show(asset, endMs)
    const [restMs, kept, keptDisc] = [wallMs, rows.length, disc]
    for (let before = -1; filler !== undefined && before < rows.length && wallMs < untilMs;) {
      before = rows.length
      show(filler, endMs)
    }
    if (endMs !== Number.POSITIVE_INFINITY && wallMs - restMs < 5000) {
      rows.length = kept
      disc = keptDisc
    }
  }
  return rows
}

const endMs = (row: LiveRow) => row.wallMs + Math.round(row.durationSec * 1000)

test.each<[string, Showing[]]>([
  ['out of order', [at(10), at(0)]],
  ['before 1970', [at(-2e9)]],
  ['at no whole millisecond', [at(0.0005)]],
  ['with a segment of no duration', [at(0, anAsset('a', [0]))]],
  ['with a segment that is no number', [at(0, anAsset('a', [Number.NaN]))]],
  ['with half a millisecond', [at(0, anAsset('a', [1000.5]))]],
  ['with a segment longer than the target duration', [at(0, anAsset('a', [6500]))]],
])('[G03] showings %s are not planned', (_, showings) => {
  expect(() => plan(showings)).toThrow(RangeError)
})

test.each<[string, Partial<LinearItem>]>([
  ['begins earlier', { startMs: beganMs - 1 }],
  ['has a lower number', { seqBase: 99 }],
  ['has a lower discontinuity', { discBase: 9 }],
  ['has half a number', { seqBase: 100.5 }],
  ['has a number that is none', { discBase: Number.NaN }],
])('[G03] a schedule whose next item %s is refused', (_, wrong) => {
  const item = { startMs: beganMs, asset: film, seqBase: 100, discBase: 10 }
  expect(() => compileSchedule([item, { ...item, startMs: beganMs + 1, ...wrong }])).toThrow(RangeError)
})

test('[G03] a slate that the channel cannot hold is refused', () => {
  expect(() => plan([at(0)], anAsset('slate', [6500]))).toThrow(RangeError)
  expect(() => compileSchedule([], anAsset('slate', [-1]))).toThrow(RangeError)
})

test('[G03] before its schedule begins a channel shows nothing', () => {
  const schedule = compileSchedule(plan([at(0)]))
  expect(latestLinearRows(schedule, beganMs + 3999, 30)).toEqual([])
  expect(latestLinearRows(compileSchedule([]), beganMs, 30)).toEqual([])
  expect(latestLinearRows(schedule, beganMs + 4000, 30)).toHaveLength(1)
})

test('[G03] an item is cut at the last segment that fits, and the next begins early rather than leave a hole', () => {
  const items = plan([at(0), at(10), at(30)])
  expect(items.map(({ startMs }) => startMs - beganMs)).toEqual([0, 8000, 22_500])
  expect(shown(items, undefined, 30)).toEqual([
    'v/film/0.m4s 0 0',
    'v/film/1.m4s 1 0',
    'v/film/0.m4s 2 1',
    'v/film/1.m4s 3 1',
    'v/film/2.m4s 4 1',
    'v/film/3.m4s 5 1',
    'v/film/0.m4s 6 2',
  ])
})

test('[G03] no segment is lost where a schedule was rounded down to a second', () => {
  const items = plan([at(0), at(14), at(28)])
  expect(items.map(({ startMs, seqBase }) => [startMs - beganMs, seqBase])).toEqual([
    [0, 0],
    [14_500, 4],
    [26_500, 7],
  ])
})

test('[G03] a slate fills what an item leaves, each time a showing of its own, and none where it would only flash', () => {
  const items = plan([at(0), at(25), at(42)], slate)
  expect(shown(items, slate, 45)).toEqual([
    ...['v/film/0.m4s 0 0', 'v/film/1.m4s 1 0', 'v/film/2.m4s 2 0', 'v/film/3.m4s 3 0'],
    ...['v/slate/0.m4s 4 1', 'v/slate/1.m4s 5 1', 'v/slate/2.m4s 6 1', 'v/slate/0.m4s 7 2', 'v/slate/1.m4s 8 2'],
    ...['v/film/0.m4s 9 3', 'v/film/1.m4s 10 3', 'v/film/2.m4s 11 3', 'v/film/3.m4s 12 3'],
    ...['v/film/0.m4s 13 4'],
  ])
})

test('[G03] without a slate a long hole stays, and meanwhile the newest rows are still there', () => {
  const schedule = compileSchedule(plan([at(0), at(600)]))
  const window = latestLinearRows(schedule, beganMs + 5 * minuteMs, 10)
  expect(window.map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(linearRows(schedule, beganMs + 4 * minuteMs, beganMs + 5 * minuteMs)).toEqual([])
})

test('[G03] any list of rows is that of the slow way, and with a slate there is no hole', () => {
  fc.assert(
    fc.property(assets, wishes, fc.boolean(), fc.nat(1000), fc.nat(1000), (list, wanted, filled, one, two) => {
      const filler = filled ? slate : undefined
      const items = plan(showingsOf(list, wanted), filler)
      const spanMs = (items.at(-1)?.startMs ?? 0) + minuteMs - beganMs
      const [fromMs, toMs] = [Math.min(one, two), Math.max(one, two)].map((part) => beganMs + (part * spanMs) / 1000)
      const all = walked(items, filler, beganMs + spanMs)
      const schedule = compileSchedule(items, filler)
      const expected = all.filter((row) => endMs(row) > (fromMs ?? 0) && endMs(row) <= (toMs ?? 0))
      expect(linearRows(schedule, fromMs ?? 0, toMs ?? 0)).toEqual(expected)
      const ended = all.filter((row) => endMs(row) <= (toMs ?? 0))
      expect(latestLinearRows(schedule, toMs ?? 0, 20)).toEqual(liveWindow(ended, 20))
      if (!filled) return
      for (const [index, row] of all.entries())
        expect(row.wallMs).toBe(index === 0 ? row.wallMs : endMs(all[index - 1] ?? row))
    }),
  )
})

test('[G03] an item begins at most ten seconds before and half a second after the wished moment', () => {
  fc.assert(
    fc.property(assets, wishes, (list, wanted) => {
      const showings = showingsOf(list, wanted)
      for (const [index, { startMs }] of plan(showings).entries()) {
        const lateMs = startMs - (showings[index]?.startMs ?? 0)
        expect(lateMs).toBeGreaterThanOrEqual(-10_000)
        expect(lateMs).toBeLessThanOrEqual(500)
      }
    }),
  )
})

test('[G03] at every moment the same number is the same segment, and nothing falls', () => {
  fc.assert(
    fc.property(assets, wishes, fc.boolean(), (list, wanted, filled) => {
      const filler = filled ? slate : undefined
      const schedule = compileSchedule(plan(showingsOf(list, wanted), filler), filler)
      const see = steadyReader()
      for (let nowMs = beganMs; nowMs < beganMs + 5 * minuteMs; nowMs += 2700) {
        const rows = latestLinearRows(schedule, nowMs, 24)
        if (rows.length > 0) see(renderLivePlaylist({ targetDurationSec, rows, kind: 'live' }), true)
      }
    }),
  )
})

test('[G03] dropping what is past changes nothing of what follows', () => {
  fc.assert(
    fc.property(assets, wishes, fc.nat(11), (list, wanted, drop) => {
      const items = plan(showingsOf(list, wanted), slate)
      const kept = items.slice(Math.min(drop, items.length - 1))
      const fromMs = kept[0]?.startMs ?? 0
      const toMs = fromMs + 5 * minuteMs
      expect(linearRows(compileSchedule(kept, slate), fromMs, toMs)).toEqual(
        linearRows(compileSchedule(items, slate), fromMs, toMs),
      )
    }),
  )
})

test('[G03] a schedule that is extended late and loses its past is read like one that was never touched', () => {
  fc.assert(
    fc.property(assets, wishes, fc.boolean(), fc.integer({ min: 1, max: 3 }), (list, wanted, filled, step) => {
      const filler = filled ? { slate } : {}
      const showings = showingsOf(list, wanted)
      const whole = planSchedule({ showings, targetDurationSec, ...filler })
      const see = steadyReader()
      let items: (Showing & LinearItem & { asset: LinearAsset })[] = []
      for (let from = 0; from < showings.length; from += step) {
        const next = showings.slice(from, from + step)
        // The last moment at which the next showings may still be appended.
        const nowMs = (next[0]?.startMs ?? 0) - (3 * targetDurationSec * 1000 + 10_000)
        for (let tickMs = nowMs - 20_000; tickMs <= nowMs; tickMs += 2500) {
          const rows = latestLinearRows(compileSchedule(items, filler.slate), tickMs, 18)
          if (rows.length > 0) see(renderLivePlaylist({ targetDurationSec, rows, kind: 'live' }), false)
        }
        const after = items.at(-1)
        const more = planSchedule({ showings: next, targetDurationSec, ...filler, ...(after ? { after } : {}) })
        items = [...items.slice(-2), ...more]
        expect(items).toEqual(whole.slice(Math.max(0, from - 2), from + step))
      }
    }),
  )
})

test('[G03] what is edited behind the horizon does not touch what anybody may have seen', () => {
  fc.assert(
    fc.property(assets, wishes, wishes, fc.boolean(), fc.nat(600_000), (list, wanted, others, filled, passedMs) => {
      const filler = filled ? { slate } : {}
      const nowMs = beganMs + passedMs
      const items = planSchedule({ showings: showingsOf(list, wanted), targetDurationSec, ...filler })
      const frozen = items.slice(0, frozenItems(items, nowMs, targetDurationSec))
      const after = frozen.at(-1)
      fc.pre(after !== undefined)
      const horizonMs = Math.max(after?.startMs ?? 0, nowMs + 3 * targetDurationSec * 1000 + 10_000)
      const showings = showingsOf(list, others, horizonMs)
      const edited = [
        ...frozen,
        ...planSchedule({ showings, targetDurationSec, ...filler, ...(after ? { after } : {}) }),
      ]
      const [before, now] = [items, edited].map((each) => linearRows(compileSchedule(each, filler.slate), 0, nowMs))
      expect(now).toEqual(before)
    }),
  )
})

test('[G03] a channel goes on when an asset was replaced or deleted behind its back, and gives no number twice', () => {
  const other = fc.option(durations)
  fc.assert(
    fc.property(assets, wishes, other, fc.boolean(), (list, wanted, replaced, filled) => {
      const filler = filled ? slate : undefined
      const items = plan(showingsOf(list, wanted), filler)
      const without = replaced === null ? null : anAsset('other', replaced)
      const broken = items.map((item) => (item.asset === list[0] ? { ...item, asset: without } : item))
      const schedule = compileSchedule(broken, filler)
      const see = steadyReader()
      for (let nowMs = beganMs; nowMs < beganMs + 5 * minuteMs; nowMs += 7000) {
        const rows = latestLinearRows(schedule, nowMs, 24)
        if (rows.length > 0) see(renderLivePlaylist({ targetDurationSec, rows, kind: 'live' }), true)
        const shift = linearRows(schedule, nowMs - minuteMs, nowMs)
        if (shift.length > 0) see(renderLivePlaylist({ targetDurationSec, rows: shift, kind: 'event' }), false)
      }
    }),
  )
})

test('[G03] what is on air, or will be in a moment, may not be edited', () => {
  const items = [0, 60, 120].map((sec) => ({ startMs: beganMs + sec * 1000 }))
  expect(frozenItems([], beganMs, 4)).toBe(0)
  expect(frozenItems(items, beganMs - minuteMs, 4)).toBe(0)
  expect(frozenItems(items, beganMs + 38_000, 4)).toBe(1)
  expect(frozenItems(items, beganMs + 38_001, 4)).toBe(2)
  expect(frozenItems(items, beganMs + 10 * minuteMs, 4)).toBe(3)
})
