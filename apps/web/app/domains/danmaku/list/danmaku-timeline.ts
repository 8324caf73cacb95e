import type { Danmaku } from '@yunmu/contract'
import { laterId } from '../../../lib/realtime/realtime-rules.ts'

/** Order by time, then by id. */
function isBefore(one: Danmaku, other: Danmaku): boolean {
  if (one.time !== other.time) return one.time < other.time
  return one.id !== other.id && laterId(one.id, other.id) === other.id
}

function firstIndexWhere(list: readonly Danmaku[], matches: (one: Danmaku) => boolean): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const one = list[middle]
    if (one && !matches(one)) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the first danmaku at or after a moment; the list's length if there is none. */
export const indexAt = (list: readonly Danmaku[], sec: number): number =>
  firstIndexWhere(list, ({ time }) => time >= sec)

/** Merges two sorted lists. The part before the first insertion is copied without comparing. */
function merge(list: readonly Danmaku[], more: readonly Danmaku[]): readonly Danmaku[] {
  const [first] = more
  if (!first) return list
  let at = firstIndexWhere(list, (one) => isBefore(first, one))
  const all = list.slice(0, at)
  for (const one of more) {
    for (let next = list[at]; next && isBefore(next, one); next = list[++at]) all.push(next)
    all.push(one)
  }
  return all.concat(list.slice(at))
}

const isSame = (one: Danmaku, other: Danmaku): boolean => {
  const parts = ['text', 'up', 'time', 'mode', 'color', 'size', 'user', 'weight', 'vip', 'mine'] as const
  return parts.every((part) => one[part] === other[part])
}

/** Danmaku that are new, and known ones that changed. */
export interface Added {
  fresh: readonly Danmaku[]
  changed: readonly Danmaku[]
}

/** Unique danmaku around a moment, sorted by time. Lists are immutable. */
export class DanmakuTimeline {
  #list: readonly Danmaku[] = []
  readonly #entries = new Map<string, { one: Danmaku; sinceMs: number }>()

  get list(): readonly Danmaku[] {
    return this.#list
  }

  has(id: string): boolean {
    return this.#entries.has(id)
  }

  /** `mine` is kept once known, because broadcast frames do not contain it. */
  add(more: readonly Danmaku[], nowMs: number): Added {
    const [fresh, changed]: [Danmaku[], Danmaku[]] = [[], []]
    for (const given of new Map(more.map((one) => [one.id, one])).values()) {
      const entry = this.#entries.get(given.id)
      const one = entry?.one.mine && !given.mine ? { ...given, mine: true } : given
      if (entry && isSame(one, entry.one)) continue
      this.#entries.set(one.id, { one, sinceMs: entry?.sinceMs ?? nowMs })
      ;(entry ? changed : fresh).push(one)
    }
    if (changed.length > 0) this.#removeFromList(new Set(changed.map(({ id }) => id)))
    this.#list = merge(
      this.#list,
      [...fresh, ...changed].sort((one, other) => (isBefore(one, other) ? -1 : 1)),
    )
    return { fresh, changed }
  }

  remove(ids: readonly string[]): void {
    const removed = new Set(ids.filter((id) => this.#entries.delete(id)))
    if (removed.size > 0) this.#removeFromList(removed)
  }

  /** Keeps the danmaku of a time span, at most `max` of them, nearest to `sec`. Returns the removed ids. */
  trim({ fromSec, toSec, sec, max }: { fromSec: number; toSec: number; sec: number; max: number }): string[] {
    const list = this.#list
    let [low, high] = [indexAt(list, fromSec), indexAt(list, toSec)]
    while (high - low > max) {
      if (sec - (list[low]?.time ?? 0) > (list[high - 1]?.time ?? 0) - sec) low++
      else high--
    }
    if (low === 0 && high === list.length) return []
    const removed = [...list.slice(0, low), ...list.slice(high)].map(({ id }) => id)
    this.#list = list.slice(low, high)
    for (const id of removed) this.#entries.delete(id)
    return removed
  }

  /** Ids in a time span, known since before `beforeMs`, that are missing in another list. */
  missingIn(others: readonly Danmaku[], span: { fromSec: number; toSec: number; beforeMs: number }): string[] {
    const known = new Set(others.map(({ id }) => id))
    return this.#list
      .slice(indexAt(this.#list, span.fromSec), indexAt(this.#list, span.toSec))
      .map(({ id }) => id)
      .filter((id) => !known.has(id) && (this.#entries.get(id)?.sinceMs ?? Infinity) < span.beforeMs)
  }

  #removeFromList(ids: ReadonlySet<string>): void {
    this.#list = this.#list.filter(({ id }) => !ids.has(id))
  }
}
