import type { Danmaku } from '@yunmu/contract'
import { createMissedLists, type Heard } from './missed-lists.ts'
import type { SentDanmaku } from './realtime-needs.ts'

/** What is kept of a room at most: more than that in a minute is not read by anybody. */
const mostKept = 1000
/** Clocks of the database and ours may differ by this much, and an announcement takes its time. */
const slackMs = 15_000

/** What was said in a room lately, in the order in which it was heard. */
export interface Ring {
  /** False where the room was told of it already. */
  add(one: SentDanmaku): boolean
  /** Puts what was said before anything was heard in front. The room has not been told of it. */
  fill(earlier: readonly SentDanmaku[]): void
  remove(ids: readonly string[]): void
  /**
   * What came after a danmaku, the newest of it. Names some that who asks has had: instances hear in different orders, and
   * what is told is the same list for all who missed about the same, until something is said or taken away.
   */
  after(id: string, nowMs: number): readonly Danmaku[]
  /** Ids of those that were heard before `untilMs` and that are not among `now`, which is all that was sent since. */
  missingFrom(now: readonly SentDanmaku[], sinceMs: number, untilMs: number): string[]
}

interface Kept extends Heard {
  isTold: boolean
}

export function createRing(keptMs: number): Ring {
  let kept = new Map<string, Kept>()
  let nextPlace = 0
  const missed = createMissedLists()
  const trim = (nowMs: number): void => {
    for (const [id, { sentMs }] of kept) {
      if (kept.size <= mostKept && nowMs - sentMs <= keptMs) return
      kept.delete(id)
      missed.forget()
    }
  }
  return {
    add(one) {
      const known = kept.get(one.danmaku.id)
      if (known) {
        const isNews = !known.isTold
        known.isTold = true
        return isNews
      }
      missed.forget()
      kept.set(one.danmaku.id, { ...one, isTold: true, place: nextPlace++ })
      trim(one.sentMs)
      return true
    },
    fill(earlier) {
      missed.forget()
      const heard = kept
      kept = new Map()
      for (const one of earlier) kept.set(one.danmaku.id, { ...one, isTold: false, place: 0 })
      for (const [id, one] of heard) kept.set(id, one)
      for (const one of kept.values()) one.place = nextPlace++
      for (const id of kept.keys()) {
        if (kept.size <= mostKept) return
        kept.delete(id)
      }
    },
    remove(ids) {
      for (const id of ids) if (kept.delete(id)) missed.forget()
    },
    after(id, nowMs) {
      trim(nowMs)
      return missed.after(kept, id, nowMs)
    },
    missingFrom(now, sinceMs, untilMs) {
      const ids = new Set(now.map(({ danmaku }) => danmaku.id))
      // Where there was more than who answered would tell, the oldest told is where knowledge begins.
      const fromMs = Math.max(sinceMs, now[0]?.sentMs ?? 0) + slackMs
      return [...kept].flatMap(([id, { sentMs }]) => (sentMs >= fromMs && sentMs < untilMs && !ids.has(id) ? id : []))
    },
  }
}
