import fc from 'fast-check'
import { parse, types } from 'hls-parser'
import type { LiveRow } from './index.ts'

/** Duration of the longest segment in the fixtures. */
export const targetDurationSec = 6

const beganMs = Date.UTC(2026, 10, 21)

/** Runs of a stream: the gap before each, and its segments with the clock error at each. */
const runs = fc.array(
  fc.record({
    lostMs: fc.nat(60_000),
    segments: fc.array(fc.record({ durationMs: fc.integer({ min: 400, max: 6000 }), lateMs: fc.nat(300) }), {
      minLength: 1,
      maxLength: 12,
    }),
  }),
  { minLength: 1, maxLength: 6 },
)

/** Rows as a recorder stores them, at least one. */
export const recordedRows: fc.Arbitrary<LiveRow[]> = fc
  .record({ runs, seq: fc.nat(2 ** 40), disc: fc.nat(1000) })
  .map(({ runs: list, seq, disc }) => {
    const rows: LiveRow[] = []
    let wallMs = beganMs
    for (const [at, { lostMs, segments }] of list.entries()) {
      wallMs += lostMs
      const run = `r${disc + at}`
      for (const [index, { durationMs, lateMs }] of segments.entries()) {
        rows.push({
          seq: seq + rows.length,
          disc: disc + at,
          runKey: run,
          uri: `${run}/${String(index).padStart(6, '0')}.m4s`,
          initUri: `${run}/init.mp4`,
          durationSec: durationMs / 1000,
          wallMs,
        })
        wallMs += durationMs + lateMs
      }
    }
    return rows
  })

/** The newest rows that together last at least `seconds`, or all. */
export function newestRows(rows: readonly LiveRow[], seconds: number): readonly LiveRow[] {
  let first = rows.length
  for (let heldSec = 0; first > 0 && heldSec < seconds;) heldSec += rows[--first]?.durationSec ?? 0
  return rows.slice(first)
}

/**
 * Parses a media playlist with an independent parser: the data of each sequence number, and those of the whole list.
 */
export function parseLive(text: string) {
  const playlist = parse(text)
  if (!(playlist instanceof types.MediaPlaylist)) throw new Error('not a media playlist')
  let disc = playlist.discontinuitySequenceBase ?? 0
  let countedMs = Number.NaN
  const segments = playlist.segments.map((segment, index) => {
    if (segment.discontinuity && index > 0) disc++
    const wallMs = segment.programDateTime?.getTime() ?? countedMs
    countedMs = wallMs + segment.duration * 1000
    return {
      seq: (playlist.mediaSequenceBase ?? 0) + index,
      disc,
      uri: segment.uri,
      initUri: segment.map?.uri,
      durationSec: segment.duration,
      wallMs,
    }
  })
  return { playlist, segments }
}

/**
 * Returns a function that fails if a sequence number ever has another address or discontinuity, if sequence numbers
 * decrease from one playlist to the next, or if the target duration changes. Players rely on all of it (RFC 8216,
 * section 6.2.2).
 */
export function createConsistencyChecker() {
  const known = new Map<number, string>()
  let last = { seq: 0, disc: 0 }
  return (text: string, isWindow: boolean): void => {
    const { playlist, segments } = parseLive(text)
    if (playlist.targetDuration !== targetDurationSec) throw new Error(`target duration ${playlist.targetDuration}`)
    for (const { seq, disc, uri, initUri } of segments) {
      const seen = `${uri} ${initUri} ${disc}`
      if ((known.get(seq) ?? seen) !== seen) throw new Error(`segment ${seq} was ${known.get(seq)} and is now ${seen}`)
      known.set(seq, seen)
    }
    const [first] = segments
    if (!isWindow || first === undefined) return
    if (first.seq < last.seq || first.disc < last.disc)
      throw new Error(`first segment ${first.seq} after last segment ${last.seq}`)
    last = first
  }
}
