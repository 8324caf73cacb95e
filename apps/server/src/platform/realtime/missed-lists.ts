import type { Danmaku } from '@yunmu/contract'
import type { SentDanmaku } from './realtime-needs.ts'

/** The most that who was away is told: more than a screen shows, and the packs have the rest. */
const mostTold = 200
/** Beginnings of what is told lie so far apart that what many pages missed is the same for many of them. */
const beginEvery = 20
/** What was sent first may be kept, and heard, so much later than what was sent next. */
const overlapMs = 5000
/** A danmaku among those that were heard. */
export interface Heard extends SentDanmaku {
  /** Grows from one to the next. */
  place: number
}

/** One list, as others are: what is made of it is made once. */
export const nothing: readonly Danmaku[] = []

const bare = (id: string): string => (id.startsWith('0') ? id.replace(/^0+/, '') : id)

/** Whether a digit string names a later danmaku than another: ids grow. */
export function isLater(id: string, than: string): boolean {
  const [one, other] = [bare(id), bare(than)]
  return one.length === other.length ? one > other : one.length > other.length
}

/** Where in a list begins what came after a danmaku. @param known that danmaku, where the list has it */
function beginOf(list: readonly Heard[], known: Heard | undefined, id: string, nowMs: number): number {
  const next = list.findIndex(({ danmaku }) => isLater(danmaku.id, id))
  const sinceMs = ((known ?? list[next])?.sentMs ?? nowMs) - overlapMs
  const overlap = list.findIndex(({ sentMs }) => sentMs >= sinceMs)
  const begins = [next, overlap].filter((at) => at >= 0)
  return Math.max(list.length - mostTold, Math.min(list.length, ...begins))
}

/** What pages that were away are told: one list for many of them, until what was heard is other than it was. */
export interface MissedLists {
  /** @param heard by their ids, in the order of their places */
  after(heard: ReadonlyMap<string, Heard>, id: string, nowMs: number): readonly Danmaku[]
  /** What was heard is other than it was. */
  forget(): void
}

export function createMissedLists(): MissedLists {
  const lists = new Map<number, readonly Danmaku[]>()
  let whole: readonly Heard[] | null = null
  return {
    after(heard, id, nowMs) {
      const list = (whole ??= [...heard.values()])
      const place = list[beginOf(list, heard.get(id), id, nowMs)]?.place
      if (place === undefined) return nothing
      const begin = Math.floor(place / beginEvery) * beginEvery
      const told = lists.get(begin) ?? list.filter((one) => one.place >= begin).map(({ danmaku }) => danmaku)
      lists.set(begin, told)
      return told
    },
    forget() {
      lists.clear()
      whole = null
    },
  }
}
