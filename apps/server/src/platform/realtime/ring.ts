import type { Danmaku } from '@yunmu/contract'
import { createReplayLists, type ReceivedDanmaku } from './replay-lists.ts'
import type { SentDanmaku } from './realtime-needs.ts'

/** Maximum number of entries: more than anybody can read in a minute. */
const maxEntries = 1000
/** Tolerance for clock differences to the database and for the delay of events. */
const clockToleranceMs = 15_000

/** Recent danmaku of a room, in order of receipt. */
export interface Ring {
  /** False if the room got it already. */
  add(one: SentDanmaku): boolean
  /** Inserts earlier danmaku at the front. They were not sent to the room. */
  fill(earlier: readonly SentDanmaku[]): void
  remove(ids: readonly string[]): void
  /**
   * Danmaku after a given one, at most the newest. May repeat some, because instances receive in different orders, and
   * because clients with about the same gap share one list until the ring changes.
   */
  after(id: string, nowMs: number): readonly Danmaku[]
  /**
   * Ids received before `untilMs` that are missing in `now`, the list of all sent since `sinceMs`: these were removed.
   */
  missingFrom(now: readonly SentDanmaku[], sinceMs: number, untilMs: number): string[]
}

interface RingEntry extends ReceivedDanmaku {
  isDelivered: boolean
}

export function createRing(retentionMs: number): Ring {
  let entries = new Map<string, RingEntry>()
  let nextPosition = 0
  const replayLists = createReplayLists()
  const trim = (nowMs: number): void => {
    for (const [id, { sentMs }] of entries) {
      if (entries.size <= maxEntries && nowMs - sentMs <= retentionMs) return
      entries.delete(id)
      replayLists.clear()
    }
  }
  return {
    add(one) {
      const existing = entries.get(one.danmaku.id)
      if (existing) {
        const isNew = !existing.isDelivered
        existing.isDelivered = true
        return isNew
      }
      replayLists.clear()
      entries.set(one.danmaku.id, { ...one, isDelivered: true, position: nextPosition++ })
      trim(one.sentMs)
      return true
    },
    fill(earlier) {
      replayLists.clear()
      const received = entries
      entries = new Map()
      for (const one of earlier) entries.set(one.danmaku.id, { ...one, isDelivered: false, position: 0 })
      for (const [id, one] of received) entries.set(id, one)
      for (const one of entries.values()) one.position = nextPosition++
      for (const id of entries.keys()) {
        if (entries.size <= maxEntries) return
        entries.delete(id)
      }
    },
    remove(ids) {
      for (const id of ids) if (entries.delete(id)) replayLists.clear()
    },
    after(id, nowMs) {
      trim(nowMs)
      return replayLists.after(entries, id, nowMs)
    },
    missingFrom(now, sinceMs, untilMs) {
      const ids = new Set(now.map(({ danmaku }) => danmaku.id))
      // If `now` was truncated, nothing is known about times before its first entry.
      const fromMs = Math.max(sinceMs, now[0]?.sentMs ?? 0) + clockToleranceMs
      return [...entries].flatMap(([id, { sentMs }]) =>
        sentMs >= fromMs && sentMs < untilMs && !ids.has(id) ? id : [],
      )
    },
  }
}
