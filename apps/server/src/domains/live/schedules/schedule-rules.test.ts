import { compileSchedule, linearRows } from '@yunmu/hls'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  endMsOf,
  itemAt,
  planShowing,
  showingsBetween,
  type FilmSegmentation,
  type ScheduleItem,
} from './schedule-rules.ts'

const minute = 60_000
const start = 1_795_000_000_000
const film: FilmSegmentation = { eachMs: 100_000, eachRows: 25, eachRuns: 1 }
const request = (fromMinute: number, toMinute: number, assetId = 1) => ({
  assetId,
  startMs: start + fromMinute * minute,
  endMs: start + toMinute * minute,
})

test('a request that ends before it could start is refused', () => {
  const long = planShowing(request(0, 60), film, null)
  expect(planShowing(request(10, 20), film, long)).toBeNull()
})

test('a film is repeated a whole number of times, and the next one begins where it ends', () => {
  const first = planShowing(request(0, 48), film, null)
  expect(first).toEqual({ ...film, assetId: 1, startMs: start, repeats: 29, seqBase: 1, discBase: 1 })
  const second = planShowing(request(48, 90, 2), film, first)
  expect(second).toMatchObject({ startMs: start + 29 * 100_000, seqBase: 1 + 29 * 25, discBase: 30 })
})

test('a request long after the last film begins at its own time, and the numbers continue', () => {
  const first = planShowing(request(0, 10), film, null)
  expect(planShowing(request(300, 310), film, first)).toMatchObject({
    startMs: start + 300 * minute,
    seqBase: 1 + 6 * 25,
  })
})

test('the item at a time is found within and between items', () => {
  const items = plan([request(0, 10), request(300, 310)], () => film)
  expect(itemAt(items, start - 1)).toBeNull()
  expect(itemAt(items, start)).toBe(items[0])
  expect(itemAt(items, start + 200 * minute)).toBeNull()
  expect(itemAt(items, start + 305 * minute)).toBe(items[1])
})

function plan(
  requests: readonly ReturnType<typeof request>[],
  cutOf: (assetId: number) => FilmSegmentation,
): ScheduleItem[] {
  const items: ScheduleItem[] = []
  for (const one of requests) {
    const item = planShowing(one, cutOf(one.assetId), items.at(-1) ?? null)
    if (item) items.push(item)
  }
  return items
}

const assets = fc.array(fc.array(fc.integer({ min: 500, max: 6000 }), { minLength: 1, maxLength: 40 }), {
  minLength: 1,
  maxLength: 4,
})
const lengths = fc.array(fc.integer({ min: 1, max: 180 }), { minLength: 1, maxLength: 30 })

test('[G03] schedules deviate from their requests by at most the longest film, and have no gaps', () => {
  fc.assert(
    fc.property(assets, lengths, (films, minutes) => {
      const cutOf = (id: number): FilmSegmentation => {
        const durations = films[id % films.length] ?? []
        return { eachMs: durations.reduce((sum, ms) => sum + ms, 0), eachRows: durations.length, eachRuns: 1 }
      }
      let at = 0
      const items = plan(
        minutes.map((length, index) => request(at, (at += length), index)),
        cutOf,
      )
      const longest = Math.max(...films.map((_, id) => cutOf(id).eachMs))
      for (const [index, item] of items.entries()) {
        const before = items[index - 1]
        if (before) expect(item.startMs).toBe(endMsOf(before))
      }
      const last = items.at(-1)
      if (last) expect(Math.abs(endMsOf(last) - (start + at * minute))).toBeLessThanOrEqual(longest)
    }),
  )
})

test('[G03] in any part of a schedule a segment has the same number, showing and address', () => {
  fc.assert(
    fc.property(
      assets,
      lengths,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      fc.constantFrom(1, 4, 1000),
      (films, minutes, shares, runLength) => {
        const durationsOf = (id: number): number[] => films[id % films.length] ?? []
        const cutOf = (id: number): FilmSegmentation => ({
          eachMs: durationsOf(id).reduce((sum, ms) => sum + ms, 0),
          eachRows: durationsOf(id).length,
          eachRuns: Math.ceil(durationsOf(id).length / runLength),
        })
        let at = 0
        const items = plan(
          minutes.map((length, index) => request(at, (at += length), index)),
          cutOf,
        )
        const endMs = Math.max(...items.map(endMsOf))
        const kept = films.map((durationsMs, id) => ({
          durationsMs,
          initUri: () => `${id}/init.mp4`,
          restartsAt: (index: number) => Math.floor(index / runLength),
          segmentUri: (index: number) => `${id}/${index}.m4s`,
        }))
        const rowsOf = (fromMs: number, toMs: number) => {
          const shown = showingsBetween(items, { fromMs, toMs }, (id) => kept[id % kept.length] ?? null)
          return linearRows(compileSchedule(shown), fromMs, toMs)
        }
        const whole = new Map(rowsOf(start, endMs).map((row) => [row.seq, row]))
        expect([...whole.keys()]).toEqual(Array.from({ length: whole.size }, (_, index) => index + 1))
        const runs = [...new Set([...whole.values()].map(({ disc }) => disc))]
        expect(runs).toEqual(runs.map((_, index) => index + 1))
        for (const share of shares.take(5)) {
          const fromMs = start + Math.floor(share * (endMs - start))
          const toMs = Math.min(endMs, fromMs + 30 * minute)
          for (const row of rowsOf(fromMs, toMs)) expect(row).toEqual(whole.get(row.seq))
        }
      },
    ),
    { numRuns: 40 },
  )
})
