import type { FeedLineInput } from '@yunmu/contract'
import { chinaDayNumber } from '@yunmu/contract/china-time'
import {
  courseLines,
  courseOf,
  fixtureLines,
  matchChannel,
  matchesAround,
  matchesOfDay,
  streamLines,
  teamLines,
  type DemoMatch,
  type MatchCourse,
} from '@yunmu/demo'
import type { DemoParts } from '../demo-needs.ts'
import type { DemoStore } from '../demo-store.ts'
import { originOf } from '../title-rules.ts'
import { createMatchRooms } from './match-rooms.ts'

type Parts = { store: Pick<DemoStore, 'state' | 'withLockIfFree'> } & Pick<
  DemoParts,
  'matches' | 'channels' | 'danmaku' | 'comments' | 'people' | 'clock' | 'log'
>

/** How often running matches are told. */
export const tellMs = 1000

/** Tells the matches of the programme through the feed, as a program of a league would. */
export interface MatchTeller {
  /**
   * Tells what has happened since the last call. The first call after the start tells all, because a repeated line changes
   * nothing: the running matches at once, the others some at a time in the next calls.
   */
  tell(): Promise<void>
  /** Does so, and fills the rooms, if the programme is there and no other process changes it. A call during another one does nothing. */
  tellIfAdded(): Promise<void>
}

/** Longer than any match. */
const maxMatchMs = 4 * 3600_000
/** Results told in one call, newest first, until all are. */
const resultsAtOnce = 12

export function createMatchTeller(parts: Parts): MatchTeller {
  const courses = new Map<string, MatchCourse>()
  const rooms = createMatchRooms(parts)
  /** The day whose fixtures are told, and the moment until which running matches are. */
  let day: number | null = null
  let toldMs = 0
  let results: DemoMatch[] = []

  const take = async (lines: readonly FeedLineInput[]): Promise<void> => {
    if (lines.length === 0) return
    const refused = await parts.matches.take(lines)
    if (refused.length > 0) parts.log.warn({ refused: refused.slice(0, 5) }, 'lines of the demonstration were refused')
  }

  const courseFor = (match: DemoMatch): MatchCourse => {
    const course = courses.get(match.id) ?? courseOf(match)
    courses.set(match.id, course)
    return course
  }

  const tellFixtures = async (nowMs: number): Promise<void> => {
    const today = chinaDayNumber(nowMs / 1000)
    if (day === today) return
    const all = matchesAround(nowMs)
    const channel = (await parts.channels.ids()).get(originOf(matchChannel.slug))
    await take([...teamLines(), ...fixtureLines(all)])
    const near = all.filter(({ kickoffSec }) => Math.abs(chinaDayNumber(kickoffSec) - today) <= 2)
    if (channel !== undefined) await take(streamLines(near, channel))
    if (day === null) results = all.filter(({ kickoffSec }) => kickoffSec * 1000 <= nowMs - maxMatchMs)
    day = today
  }

  const reset = (): void => {
    day = null
    toldMs = 0
    results = []
    courses.clear()
    rooms.reset()
  }

  const tell = async (): Promise<void> => {
    const nowMs = parts.clock.nowMs()
    // A machine that slept has missed whole matches.
    if (nowMs - toldMs > maxMatchMs) reset()
    await tellFixtures(nowMs)
    const today = chinaDayNumber(nowMs / 1000)
    const running = [-1, 0, 1]
      .flatMap((step) => matchesOfDay(today + step))
      .filter(({ kickoffSec }) => Math.abs(kickoffSec * 1000 - nowMs) < maxMatchMs)
    const kept = new Set(running.map(({ id }) => id))
    for (const id of courses.keys()) if (!kept.has(id)) courses.delete(id)
    for (const match of running) await take(courseLines(courseFor(match), { afterMs: toldMs, untilMs: nowMs }))
    toldMs = nowMs
    for (const match of results.splice(-resultsAtOnce))
      await take(courseLines(courseOf(match), { afterMs: 0, untilMs: nowMs }))
  }

  let isTelling = false
  return {
    tell,
    async tellIfAdded() {
      if (isTelling) return
      isTelling = true
      try {
        await parts.store.withLockIfFree(async () => {
          if ((await parts.store.state()) !== 'added') return reset()
          await tell()
          await rooms.fill()
        })
      } finally {
        isTelling = false
      }
    },
  }
}
