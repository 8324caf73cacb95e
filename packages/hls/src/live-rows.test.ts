import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromMoment, joinedRows, programmeRows, renderLivePlaylist, type LiveRow } from './index.ts'
import { newestRows, parseLive, recordedRows, createConsistencyChecker, targetDurationSec } from './live.fixture.ts'

const endMs = (row: LiveRow) => row.wallMs + Math.round(row.durationSec * 1000)
const lengthOf = (rows: readonly LiveRow[]) => rows.reduce((sum, row) => sum + row.durationSec, 0)
/** A time around the rows: before, in, between and after them. */
const moment = (rows: readonly LiveRow[], share: number) => {
  const [beganMs, endedMs] = [(rows[0]?.wallMs ?? 0) - 5000, (rows.at(-1)?.wallMs ?? 0) + 10_000]
  return Math.round(beganMs + share * (endedMs - beganMs))
}
const share = fc.double({ min: 0, max: 1, noNaN: true })

test('without rows the result is empty', () => {
  expect(fromMoment([], 0)).toEqual({ rows: [], startOffsetSec: 0 })
  expect(programmeRows([], 0, 1000)).toEqual({ rows: [], startOffsetSec: 0 })
})

test('[G02] a time-shift begins at the requested time, or at the next available row', () => {
  fc.assert(
    fc.property(recordedRows, share, (rows, at) => {
      const wallMs = moment(rows, at)
      const { rows: since, startOffsetSec } = fromMoment(rows, wallMs)
      expect(since).toEqual(rows.filter((row) => endMs(row) > wallMs))
      const [first] = since
      if (first !== undefined) expect(startOffsetSec).toBeCloseTo(Math.max(0, wallMs - first.wallMs) / 1000)
    }),
  )
})

test('[G01] a programme consists of the rows on air between its times, with a margin on both sides', () => {
  fc.assert(
    fc.property(recordedRows, share, share, fc.nat(20_000), (rows, one, two, padMs) => {
      const [startMs, endedMs] = [moment(rows, Math.min(one, two)), moment(rows, Math.max(one, two))]
      const clip = programmeRows(rows, startMs, endedMs, { beforeMs: padMs, afterMs: padMs })
      expect(clip.rows).toEqual(rows.filter((row) => endMs(row) > startMs - padMs && row.wallMs < endedMs + padMs))
      const before = clip.rows.filter((row) => endMs(row) <= startMs)
      const inFirst = clip.rows.find((row) => row.wallMs < startMs && endMs(row) > startMs)
      const expected = lengthOf(before) + (inFirst === undefined ? 0 : (startMs - inFirst.wallMs) / 1000)
      expect(clip.startOffsetSec).toBeCloseTo(expected)
    }),
  )
})

test('[G01] a gap before the start of a programme does not change where players start', () => {
  const row: LiveRow = {
    seq: 1,
    disc: 0,
    runKey: 'a',
    uri: 'a/1.m4s',
    initUri: 'a/init.mp4',
    durationSec: 2,
    wallMs: 1_000_000,
  }
  const afterHole = { ...row, seq: 2, disc: 1, runKey: 'b', uri: 'b/1.m4s', initUri: 'b/init.mp4', wallMs: 1_050_000 }
  const pad = { beforeMs: 60_000, afterMs: 0 }
  const clip = programmeRows([row, afterHole], 1_051_500, 1_060_000, pad)
  expect(clip).toEqual({ rows: [row, afterHole], startOffsetSec: 3.5 })
})

test('[G02] for any request at any time the same sequence number is the same segment, and numbers never decrease', () => {
  fc.assert(
    fc.property(recordedRows, share, fc.integer({ min: 6, max: 40 }), (rows, at, seconds) => {
      const see = createConsistencyChecker()
      const playlist = { targetDurationSec }
      for (let count = 1; count <= rows.length; count++) {
        const known = rows.slice(0, count)
        see(renderLivePlaylist({ ...playlist, rows: newestRows(known, seconds), kind: 'live' }), true)
        const shift = fromMoment(known, moment(rows, at))
        if (shift.rows.length > 0) see(renderLivePlaylist({ ...playlist, ...shift, kind: 'event' }), false)
        const part = programmeRows(known, moment(rows, at / 2), moment(rows, at))
        if (part.rows.length > 0) see(renderLivePlaylist({ ...playlist, ...part, kind: 'vod' }), false)
      }
    }),
  )
})

test('[G01] a past programme that spans a change of runs has every segment of both', () => {
  fc.assert(
    fc.property(recordedRows, (rows) => {
      const clip = programmeRows(rows, rows[0]?.wallMs ?? 0, (rows.at(-1)?.wallMs ?? 0) + 1)
      const { segments } = parseLive(renderLivePlaylist({ targetDurationSec, ...clip, kind: 'vod' }))
      expect(segments.map(({ uri }) => uri)).toEqual(rows.map(({ uri }) => uri))
      expect(clip.startOffsetSec).toBe(0)
    }),
  )
})

test('[H01] parts of a stream become one complete list: each row once, with a discontinuity wherever something is left out', () => {
  fc.assert(
    fc.property(recordedRows, fc.array(fc.tuple(share, share), { maxLength: 5 }), (rows, cuts) => {
      const parts = cuts
        .map(([one, two]) => [moment(rows, Math.min(one, two)), moment(rows, Math.max(one, two))] as const)
        .toSorted(([one], [other]) => one - other)
        .map(([fromMs, toMs]) => programmeRows(rows, fromMs, toMs).rows)
      const joined = joinedRows(parts)
      const chosen = rows.filter((row) => parts.some((part) => part.includes(row)))
      // Parts that overlap the beginning of an earlier one add nothing that is not in order.
      expect(joined.map(({ uri }) => uri)).toEqual(chosen.map(({ uri }) => uri))
      expect(joined.map(({ seq }) => seq)).toEqual(joined.map((_, at) => at))
      for (const [at, row] of joined.entries()) {
        const [before, original, last] = [joined[at - 1], chosen[at], chosen[at - 1]]
        if (!before || !original || !last) continue
        const follows = original.seq === last.seq + 1 && original.disc === last.disc
        expect(row.disc - before.disc).toBe(follows ? 0 : 1)
      }
      if (joined.length > 0)
        expect(() => renderLivePlaylist({ kind: 'vod', rows: joined, targetDurationSec })).not.toThrow()
    }),
  )
})
