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
const film: FilmSegmentation = { eachMs: 100_000, eachRows: 25 }
const wish = (fromMinute: number, toMinute: number, assetId = 1) => ({
  assetId,
  startMs: start + fromMinute * minute,
  endMs: start + toMinute * minute,
})

test('a wish that is over before its turn has no place', () => {
  const long = planShowing(wish(0, 60), film, null)
  expect(planShowing(wish(10, 20), film, long)).toBeNull()
})

test('a film is shown a whole number of times, and the next one begins where it ends', () => {
  const first = planShowing(wish(0, 48), film, null)
  expect(first).toEqual({ ...film, assetId: 1, startMs: start, repeats: 29, seqBase: 1, discBase: 1 })
  const second = planShowing(wish(48, 90, 2), film, first)
  expect(second).toMatchObject({ startMs: start + 29 * 100_000, seqBase: 1 + 29 * 25, discBase: 30 })
})

test('what is wished long after the last film begins when it was wished, and the numbers go on', () => {
  const first = planShowing(wish(0, 10), film, null)
  expect(planShowing(wish(300, 310), film, first)).toMatchObject({ startMs: start + 300 * minute, seqBase: 1 + 6 * 25 })
})

test('what is on at a moment is found in and between items', () => {
  const items = plan([wish(0, 10), wish(300, 310)], () => film)
  expect(itemAt(items, start - 1)).toBeNull()
  expect(itemAt(items, start)).toBe(items[0])
  expect(itemAt(items, start + 200 * minute)).toBeNull()
  expect(itemAt(items, start + 305 * minute)).toBe(items[1])
})

function plan(
  wishes: readonly ReturnType<typeof wish>[],
  cutOf: (assetId: number) => FilmSegmentation,
): ScheduleItem[] {
  const items: ScheduleItem[] = []
  for (const one of wishes) {
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

test('[G03] schedules drift no further from their wishes than the longest film, and have no holes', () => {
  fc.assert(
    fc.property(assets, lengths, (films, minutes) => {
      const cutOf = (id: number): FilmSegmentation => {
        const durations = films[id % films.length] ?? []
        return { eachMs: durations.reduce((sum, ms) => sum + ms, 0), eachRows: durations.length }
      }
      let at = 0
      const items = plan(
        minutes.map((length, index) => wish(at, (at += length), index)),
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

test('[G03] whatever part of a schedule is read, a segment has the same number, showing and address', () => {
  fc.assert(
    fc.property(
      assets,
      lengths,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (films, minutes, shares) => {
        const durationsOf = (id: number): number[] => films[id % films.length] ?? []
        const cutOf = (id: number): FilmSegmentation => ({
          eachMs: durationsOf(id).reduce((sum, ms) => sum + ms, 0),
          eachRows: durationsOf(id).length,
        })
        let at = 0
        const items = plan(
          minutes.map((length, index) => wish(at, (at += length), index)),
          cutOf,
        )
        const endMs = Math.max(...items.map(endMsOf))
        const kept = films.map((durationsMs, id) => ({
          durationsMs,
          initUri: `${id}/init.mp4`,
          segmentUri: (index: number) => `${id}/${index}.m4s`,
        }))
        const rowsOf = (fromMs: number, toMs: number) => {
          const shown = showingsBetween(items, { fromMs, toMs }, (id) => kept[id % kept.length] ?? null)
          return linearRows(compileSchedule(shown), fromMs, toMs)
        }
        const whole = new Map(rowsOf(start, endMs).map((row) => [row.seq, row]))
        expect([...whole.keys()]).toEqual(Array.from({ length: whole.size }, (_, index) => index + 1))
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
