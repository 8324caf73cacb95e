import { maxPage, totalCap, type Programme, type ProgrammeDetail } from '@yunmu/contract'
import type { GuideNeeds } from './guide-needs.ts'
import { toProgrammeDetail, toProgramme, type StoredProgramme } from './programme-rules.ts'
import type { ProgrammeStore } from './programme-store.ts'

/** How far back a channel can be replayed. */
export interface ReplaySpan {
  id: number
  sinceMs: number
}

export type ReplayProgramme = Programme & { channelId: number }

const secOf = (ms: number): number => Math.floor(ms / 1000)
const sinceSecOf = (channels: readonly ReplaySpan[]) =>
  channels.map(({ id, sinceMs }) => ({ channelId: id, sinceSec: Math.ceil(sinceMs / 1000) }))
const batchRows = 1000

/** Queries of the guide for other domains. */
export function createGuideQueries(store: ProgrammeStore, { channels }: GuideNeeds) {
  const replayProgrammes = (programmes: readonly StoredProgramme[], nowMs: number): ReplayProgramme[] =>
    programmes.map((programme) => ({
      // The query returned replayable programmes only.
      ...toProgramme(programme, secOf(nowMs), { sinceMs: 0, running: true }),
      channelId: programme.channelId,
    }))
  return {
    /** A programme with its details, or null. */
    async programme(id: number, nowMs: number): Promise<ProgrammeDetail | null> {
      const found = await store.find(id)
      if (!found) return null
      const replayable = await channels.replayable([found.channelId], nowMs)
      return toProgrammeDetail(found, secOf(nowMs), replayable.get(found.channelId) ?? null)
    },

    /** Past programmes that can be replayed, newest first. */
    async replays(
      spans: readonly ReplaySpan[],
      { nowMs, page, size }: { nowMs: number; page: number; size: number },
    ): Promise<{ list: ReplayProgramme[]; total: number }> {
      const [since, nowSec] = [sinceSecOf(spans), secOf(nowMs)]
      const total = await store.countPast(since, nowSec, totalCap)
      const offset = (page - 1) * size
      // Nothing beyond the reported total is shown, so that no page has to read the whole archive.
      if (page > maxPage || offset >= total) return { list: [], total }
      const found = await store.past(since, { nowSec, offset, limit: Math.min(size, total - offset) })
      return { list: replayProgrammes(found, nowMs), total }
    },

    /** Random replayable programmes: random moments of random channels. */
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
      return replayProgrammes([...found.values()].slice(0, count), nowMs)
    },

    /** Programmes of these channels that end after `fromMs`, ordered by channel and start. */
    async *programmesFrom(channelIds: readonly number[], fromMs: number): AsyncGenerator<ProgrammeDetail> {
      let cursor = { channelId: 0, startSec: 0 }
      for (;;) {
        const found = await store.after(channelIds, secOf(fromMs), cursor, batchRows)
        for (const programme of found) yield toProgrammeDetail(programme, secOf(fromMs), null)
        const last = found.at(-1)
        if (!last || found.length < batchRows) return
        cursor = last
      }
    },
  }
}
