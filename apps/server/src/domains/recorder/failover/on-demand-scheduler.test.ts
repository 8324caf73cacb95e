import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OnDemandScheduler } from './on-demand-scheduler.ts'

const all = new Set([1, 2, 3, 4])
const turnsOf = (wanted: OnDemandScheduler, nowMs: number): string[] => [...all].map(wanted.allocations(all, nowMs))

test('[G03] the maximum number of requested streams runs, first come first served; the next one starts when another is no longer requested', () => {
  const wanted = new OnDemandScheduler(2)
  for (const id of [3, 1, 4]) wanted.request(id, 0)
  expect(turnsOf(wanted, 1)).toEqual(['run', 'rest', 'run', 'wait'])
  for (const id of [4, 3]) wanted.request(id, 50_000)
  expect(turnsOf(wanted, 59_000)).toEqual(['run', 'rest', 'run', 'wait'])
  expect(turnsOf(wanted, 60_000)).toEqual(['rest', 'rest', 'run', 'run'])
  expect(turnsOf(wanted, 110_000)).toEqual(['rest', 'rest', 'rest', 'rest'])
})

test('[G03] deleted and permanently recorded streams take no place', () => {
  const wanted = new OnDemandScheduler(1)
  wanted.request(9, 0)
  wanted.request(1, 0)
  expect(turnsOf(wanted, 1)).toEqual(['run', 'rest', 'rest', 'rest'])
})

test('[G03] never more streams run than allowed, and none is stopped while it is requested', () => {
  const requests = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(30_000)), { maxLength: 60 })
  fc.assert(
    fc.property(requests, fc.integer({ min: 1, max: 4 }), (given, most) => {
      const wanted = new OnDemandScheduler(most)
      let nowMs = 0
      let before: string[] = []
      for (const [id, laterMs] of given) {
        nowMs += laterMs
        wanted.request(id, nowMs)
        const turns = turnsOf(wanted, nowMs)
        expect(turns.filter((turn) => turn === 'run').length).toBeLessThanOrEqual(most)
        expect(turns.filter((turn, at) => turn === 'wait' && before[at] === 'run')).toEqual([])
        expect(turns[id - 1]).not.toBe('rest')
        before = turns
      }
    }),
  )
})
