import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileSchedule, latestLinearRows, linearRows, renderLivePlaylist } from './index.ts'
import type { LinearAsset, LinearItem, LiveRow } from './index.ts'
import { newestRows, createConsistencyChecker, targetDurationSec } from './live.fixture.ts'

const beganMs = Date.UTC(2026, 10, 21)
const minuteMs = 60_000

/** @param runLength segments after which the media timeline restarts */
function anAsset(name: string, durationsMs: readonly number[], runLength = Infinity): LinearAsset {
  return {
    initUri: () => `v/${name}/init.mp4`,
    durationsMs,
    segmentUri: (index) => `v/${name}/${index}.m4s`,
    restartsAt: (index) => Math.floor(index / runLength),
  }
}

const film = anAsset('film', [4000, 4000, 4000, 2500])

interface PlannedShowing {
  asset: LinearAsset
  /** Gap after the end of the previous showing. */
  gapMs?: number
}

/** Consecutive showings with matching bases. */
function planned(showings: readonly PlannedShowing[]): (LinearItem & { asset: LinearAsset })[] {
  let [endMs, seqBase, discBase] = [beganMs, 0, 0]
  return showings.map(({ asset, gapMs = 0 }) => {
    const item = { asset, startMs: endMs + gapMs, seqBase, discBase }
    endMs = item.startMs + asset.durationsMs.reduce((sum, ms) => sum + ms, 0)
    seqBase += asset.durationsMs.length
    discBase += 1 + asset.restartsAt(asset.durationsMs.length - 1)
    return item
  })
}

const durations = fc.array(fc.integer({ min: 500, max: 6000 }), { minLength: 1, maxLength: 12 })
const assets = fc
  .array(fc.tuple(durations, fc.constantFrom(1, 3, Infinity)), { minLength: 1, maxLength: 4 })
  .map((list) => list.map(([durationsMs, runLength], index) => anAsset(`a${index}`, durationsMs, runLength)))
/** Usually none: the station schedules showings without gaps. */
const gap = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(90_000) })
const schedules = fc
  .tuple(assets, fc.array(fc.record({ gapMs: gap, which: fc.nat(3) }), { minLength: 2, maxLength: 12 }))
  .map(([list, showings]) =>
    planned(
      showings.flatMap(({ gapMs, which }) => {
        const asset = list[which % list.length]
        return asset ? [{ asset, gapMs }] : []
      }),
    ),
  )

/** Rows of a channel computed by a simple iteration without bases; the reference for the tests. */
function referenceRows(items: readonly LinearItem[]): LiveRow[] {
  const rows: LiveRow[] = []
  for (const { startMs, asset, discBase } of items) {
    let wallMs = startMs
    for (const [index, ms] of (asset?.durationsMs ?? []).entries()) {
      const disc = discBase + (asset?.restartsAt(index) ?? 0)
      rows.push({
        seq: rows.length,
        disc,
        runKey: String(disc),
        durationSec: ms / 1000,
        wallMs,
        uri: asset?.segmentUri(index) ?? '',
        initUri: asset?.initUri(0) ?? '',
      })
      wallMs += ms
    }
  }
  return rows
}

const endMs = (row: LiveRow) => row.wallMs + Math.round(row.durationSec * 1000)

test.each<[string, Partial<LinearItem>]>([
  ['begins earlier', { startMs: beganMs - 1 }],
  ['has a lower number', { seqBase: 99 }],
  ['has a lower discontinuity', { discBase: 9 }],
  ['has half a number', { seqBase: 100.5 }],
  ['has a number that is none', { discBase: Number.NaN }],
  ['begins before 1970', { startMs: -1 }],
  ['begins at no whole millisecond', { startMs: beganMs + 0.5 }],
  ['has a segment of no duration', { asset: anAsset('a', [0]) }],
  ['has a segment that is no number', { asset: anAsset('a', [Number.NaN]) }],
  ['has half a millisecond', { asset: anAsset('a', [1000.5]) }],
])('[G03] a schedule whose next item %s is refused', (_, wrong) => {
  const item = { startMs: beganMs, asset: film, seqBase: 100, discBase: 10 }
  expect(() => compileSchedule([item, { ...item, startMs: beganMs + 1, ...wrong }])).toThrow(RangeError)
})

test('[G03] before the start of its schedule a channel has no rows', () => {
  const schedule = compileSchedule(planned([{ asset: film }]))
  expect(latestLinearRows(schedule, beganMs + 3999, 30)).toEqual([])
  expect(latestLinearRows(compileSchedule([]), beganMs, 30)).toEqual([])
  expect(latestLinearRows(schedule, beganMs + 4000, 30)).toHaveLength(1)
})

test('[G03] consecutive films have their own timelines, and the sequence numbers continue', () => {
  const schedule = compileSchedule(planned([{ asset: film }, { asset: anAsset('other', [3000, 3000]) }]))
  const rows = linearRows(schedule, 0, beganMs + 18_000)
  expect(rows.map(({ uri, seq, disc }) => [uri, seq, disc].join(' '))).toEqual([
    'v/film/0.m4s 0 0',
    'v/film/1.m4s 1 0',
    'v/film/2.m4s 2 0',
    'v/film/3.m4s 3 0',
    'v/other/0.m4s 4 1',
  ])
})

test('[G03] in a gap of the schedule the newest rows are still listed', () => {
  const schedule = compileSchedule(planned([{ asset: film }, { asset: film, gapMs: 10 * minuteMs }]))
  const window = latestLinearRows(schedule, beganMs + 5 * minuteMs, 10)
  expect(window.map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(linearRows(schedule, beganMs + 4 * minuteMs, beganMs + 5 * minuteMs)).toEqual([])
})

test('[G03] any list of rows equals that of the reference computation', () => {
  fc.assert(
    fc.property(schedules, fc.nat(1000), fc.nat(1000), (items, one, two) => {
      const spanMs = (items.at(-1)?.startMs ?? 0) + minuteMs - beganMs
      const [fromMs = 0, toMs = 0] = [one, two]
        .toSorted((a, b) => a - b)
        .map((part) => beganMs + (part * spanMs) / 1000)
      const all = referenceRows(items)
      const schedule = compileSchedule(items)
      const ended = all.filter((row) => endMs(row) <= toMs)
      expect(linearRows(schedule, fromMs, toMs)).toEqual(ended.filter((row) => endMs(row) > fromMs))
      expect(latestLinearRows(schedule, toMs, 20)).toEqual(newestRows(ended, 20))
    }),
  )
})

test('[G03] at any time the same sequence number is the same segment, and numbers never decrease', () => {
  fc.assert(
    fc.property(schedules, (items) => {
      const schedule = compileSchedule(items)
      const see = createConsistencyChecker()
      for (let nowMs = beganMs; nowMs < beganMs + 5 * minuteMs; nowMs += 2700) {
        const rows = latestLinearRows(schedule, nowMs, 24)
        if (rows.length > 0) see(renderLivePlaylist({ targetDurationSec, rows, kind: 'live' }), true)
      }
    }),
  )
})

test('[G03] removing past or future items does not change the other rows', () => {
  fc.assert(
    fc.property(schedules, fc.nat(11), fc.nat(11), (items, drop, most) => {
      const kept = items.slice(Math.min(drop, items.length - 1)).slice(0, most + 1)
      const fromMs = kept[0]?.startMs ?? 0
      const last = kept.at(-1)
      const toMs = (last?.startMs ?? 0) + (last?.asset.durationsMs.reduce((sum, ms) => sum + ms, 0) ?? 0)
      expect(linearRows(compileSchedule(kept), fromMs, toMs)).toEqual(linearRows(compileSchedule(items), fromMs, toMs))
    }),
  )
})

test('[G03] after an asset was replaced or deleted the channel continues, and no sequence number is used twice', () => {
  fc.assert(
    fc.property(schedules, fc.option(durations), (items, replaced) => {
      const without = replaced === null ? null : anAsset('other', replaced)
      const broken = items.map((item) => (item.asset === items[0]?.asset ? { ...item, asset: without } : item))
      const schedule = compileSchedule(broken)
      const see = createConsistencyChecker()
      for (let nowMs = beganMs; nowMs < beganMs + 5 * minuteMs; nowMs += 7000) {
        const rows = latestLinearRows(schedule, nowMs, 24)
        if (rows.length > 0) see(renderLivePlaylist({ targetDurationSec, rows, kind: 'live' }), true)
        const shift = linearRows(schedule, nowMs - minuteMs, nowMs)
        if (shift.length > 0) see(renderLivePlaylist({ targetDurationSec, rows: shift, kind: 'event' }), false)
      }
    }),
  )
})
