import type { Danmaku } from '@yunmu/contract'
import type { SentDanmaku } from './realtime-needs.ts'

/** What is kept of a room at most: more than that in a minute is not read by anybody. */
const mostKept = 1000
/** Clocks of the database and ours may differ by this much. */
const slackMs = 5000

/** What was said in a room lately, in the order in which it was heard. */
export interface Ring {
  /** False where it is known already. */
  add(one: SentDanmaku): boolean
  /** Puts what was said before anything was heard in front. */
  fill(earlier: readonly SentDanmaku[]): void
  remove(ids: readonly string[]): void
  /** What came after a danmaku. May name some that who asks has had: other instances hear in another order. */
  after(id: string, nowMs: number): Danmaku[]
  /** Ids of those that were heard before `untilMs` and that are not among `now`, which is all that was sent since. */
  missingFrom(now: readonly SentDanmaku[], sinceMs: number, untilMs: number): string[]
}

/** Whether a digit string names a later danmaku than another: ids grow. */
export function isLater(id: string, than: string): boolean {
  const [one, other] = [id.replace(/^0+/, ''), than.replace(/^0+/, '')]
  return one.length === other.length ? one > other : one.length > other.length
}

export function createRing(keptMs: number): Ring {
  let kept = new Map<string, SentDanmaku>()
  const trim = (nowMs: number): void => {
    for (const [id, { sentMs }] of kept) {
      if (kept.size <= mostKept && nowMs - sentMs <= keptMs) return
      kept.delete(id)
    }
  }
  return {
    add(one) {
      if (kept.has(one.danmaku.id)) return false
      kept.set(one.danmaku.id, one)
      trim(one.sentMs)
      return true
    },
    fill(earlier) {
      const heard = kept
      kept = new Map(earlier.map((one) => [one.danmaku.id, one]))
      for (const [id, one] of heard) kept.set(id, one)
      for (const id of kept.keys()) {
        if (kept.size <= mostKept) return
        kept.delete(id)
      }
    },
    remove(ids) {
      for (const id of ids) kept.delete(id)
    },
    after(id, nowMs) {
      let isPast = false
      const found: Danmaku[] = []
      for (const [known, { danmaku, sentMs }] of kept) {
        if (known === id) isPast = true
        else if (nowMs - sentMs <= keptMs && (isPast || isLater(known, id))) found.push(danmaku)
      }
      return found
    },
    missingFrom(now, sinceMs, untilMs) {
      const ids = new Set(now.map(({ danmaku }) => danmaku.id))
      // Where there was more than who answered would tell, the oldest told is where knowledge begins.
      const fromMs = Math.max(sinceMs, now[0]?.sentMs ?? 0) + slackMs
      return [...kept].flatMap(([id, { sentMs }]) => (sentMs >= fromMs && sentMs < untilMs && !ids.has(id) ? id : []))
    },
  }
}
