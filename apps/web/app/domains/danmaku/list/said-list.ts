import type { Danmaku } from '@yunmu/contract'
import { laterId } from '../../../lib/realtime/realtime-rules.ts'

/** The order of time; of what is said at the same moment, the order in which it was sent. */
function isBefore(one: Danmaku, other: Danmaku): boolean {
  if (one.time !== other.time) return one.time < other.time
  return one.id !== other.id && laterId(one.id, other.id) === other.id
}

function firstWhere(list: readonly Danmaku[], isThere: (one: Danmaku) => boolean): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const one = list[middle]
    if (one && !isThere(one)) low = middle + 1
    else high = middle
  }
  return low
}

/** Where the first stands that is said at a moment or later; the length of the list where none is. */
export const indexAt = (list: readonly Danmaku[], sec: number): number => firstWhere(list, ({ time }) => time >= sec)

/** A list in order with others added, in order too. What stands before the first of them is not looked at. */
function merged(list: readonly Danmaku[], more: readonly Danmaku[]): readonly Danmaku[] {
  const [first] = more
  if (!first) return list
  let at = firstWhere(list, (one) => isBefore(first, one))
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

/** What was not known before, and of what was known what is different now. */
export interface Added {
  fresh: readonly Danmaku[]
  changed: readonly Danmaku[]
}

/** What is known around a moment, each once, in the order of its time. Every change makes another list of the same things. */
export class SaidList {
  #list: readonly Danmaku[] = []
  readonly #known = new Map<string, { one: Danmaku; sinceMs: number }>()

  get list(): readonly Danmaku[] {
    return this.#list
  }

  has(id: string): boolean {
    return this.#known.has(id)
  }

  /** Who sent one knows it as their own, also where it comes again as it is told to everybody. */
  add(more: readonly Danmaku[], nowMs: number): Added {
    const [fresh, changed]: [Danmaku[], Danmaku[]] = [[], []]
    for (const given of new Map(more.map((one) => [one.id, one])).values()) {
      const known = this.#known.get(given.id)
      const one = known?.one.mine && !given.mine ? { ...given, mine: true } : given
      if (known && isSame(one, known.one)) continue
      this.#known.set(one.id, { one, sinceMs: known?.sinceMs ?? nowMs })
      ;(known ? changed : fresh).push(one)
    }
    if (changed.length > 0) this.#without(new Set(changed.map(({ id }) => id)))
    this.#list = merged(
      this.#list,
      [...fresh, ...changed].sort((one, other) => (isBefore(one, other) ? -1 : 1)),
    )
    return { fresh, changed }
  }

  drop(ids: readonly string[]): void {
    const gone = new Set(ids.filter((id) => this.#known.delete(id)))
    if (gone.size > 0) this.#without(gone)
  }

  /**
   * Keeps what is said from one moment up to another, and of that no more than `most`: those that are nearest to `sec`.
   * Answers the ids of what went.
   */
  keep({ fromSec, toSec, sec, most }: { fromSec: number; toSec: number; sec: number; most: number }): string[] {
    const list = this.#list
    let [low, high] = [indexAt(list, fromSec), indexAt(list, toSec)]
    while (high - low > most) {
      if (sec - (list[low]?.time ?? 0) > (list[high - 1]?.time ?? 0) - sec) low++
      else high--
    }
    if (low === 0 && high === list.length) return []
    const gone = [...list.slice(0, low), ...list.slice(high)].map(({ id }) => id)
    this.#list = list.slice(low, high)
    for (const id of gone) this.#known.delete(id)
    return gone
  }

  /** The ids of what is said in a span, was known before a moment of the page's clock, and is not among others. */
  missing(others: readonly Danmaku[], span: { fromSec: number; toSec: number; beforeMs: number }): string[] {
    const there = new Set(others.map(({ id }) => id))
    return this.#list
      .slice(indexAt(this.#list, span.fromSec), indexAt(this.#list, span.toSec))
      .map(({ id }) => id)
      .filter((id) => !there.has(id) && (this.#known.get(id)?.sinceMs ?? Infinity) < span.beforeMs)
  }

  #without(ids: ReadonlySet<string>): void {
    this.#list = this.#list.filter(({ id }) => !ids.has(id))
  }
}
