import { deepestPage, totalCap, type Programme, type ProgrammeDetail } from '@yunmu/contract'
import type { GuideNeeds } from './guide-needs.ts'
import { shownDetail, shownProgramme, type StoredProgramme } from './programme-rules.ts'
import type { ProgrammeStore } from './programme-store.ts'

/** How far back a channel can be watched. */
export interface ReplaySpan {
  id: number
  sinceMs: number
}

export type ReplayProgramme = Programme & { channelId: number }

const secOf = (ms: number): number => Math.floor(ms / 1000)
const sinceSecOf = (channels: readonly ReplaySpan[]) =>
  channels.map(({ id, sinceMs }) => ({ channelId: id, sinceSec: Math.ceil(sinceMs / 1000) }))
const rowsAtOnce = 1000

/** What the guide offers to whoever shows channels. */
export function createOffered(store: ProgrammeStore, { channels }: GuideNeeds) {
  const bound = (programmes: readonly StoredProgramme[], nowMs: number): ReplayProgramme[] =>
    programmes.map((programme) => ({
      // Only what can be watched was asked for.
      ...shownProgramme(programme, secOf(nowMs), { sinceMs: 0, running: true }),
      channelId: programme.channelId,
    }))
  return {
    /** A programme in full, or null. */
    async programme(id: number, nowMs: number): Promise<ProgrammeDetail | null> {
      const found = await store.find(id)
      if (!found) return null
      const shown = await channels.replayable([found.channelId], nowMs)
      return shownDetail(found, secOf(nowMs), shown.get(found.channelId) ?? null)
    },

    /** Programmes that are over and can be watched, the last first. */
    async replays(
      spans: readonly ReplaySpan[],
      { nowMs, page, size }: { nowMs: number; page: number; size: number },
    ): Promise<{ list: ReplayProgramme[]; total: number }> {
      const [since, nowSec] = [sinceSecOf(spans), secOf(nowMs)]
      const total = await store.countPast(since, nowSec, totalCap)
      const offset = (page - 1) * size
      // What lies beyond the total that is told is not shown either, so that no leaf reads all that was ever on.
      if (page > deepestPage || offset >= total) return { list: [], total }
      const found = await store.past(since, { nowSec, offset, limit: Math.min(size, total - offset) })
      return { list: bound(found, nowMs), total }
    },

    /** The same at random: from moments at random of channels at random. */
    async replaysAtRandom(
      spans: readonly ReplaySpan[],
      { nowMs, count }: { nowMs: number; count: number },
    ): Promise<ReplayProgramme[]> {
      if (spans.length === 0) return []
      const moments = Array.from({ length: count * 3 }, () => {
        const { id, sinceMs } = spans[Math.floor(Math.random() * spans.length)] ?? { id: 0, sinceMs: nowMs }
        const beforeSec = secOf(sinceMs + (0.02 + 0.98 * Math.random()) * (nowMs - sinceMs))
        return { channelId: id, sinceSec: Math.ceil(sinceMs / 1000), beforeSec }
      })
      const found = new Map((await store.lastBefore(moments)).map((programme) => [programme.id, programme]))
      return bound([...found.values()].slice(0, count), nowMs)
    },

    /** What ends after a moment on these channels, in the order of channels and times. */
    async *programmesFrom(channelIds: readonly number[], fromMs: number): AsyncGenerator<ProgrammeDetail> {
      let place = { channelId: 0, startSec: 0 }
      for (;;) {
        const found = await store.after(channelIds, secOf(fromMs), place, rowsAtOnce)
        for (const programme of found) yield shownDetail(programme, secOf(fromMs), null)
        const last = found.at(-1)
        if (!last || found.length < rowsAtOnce) return
        place = last
      }
    },
  }
}
