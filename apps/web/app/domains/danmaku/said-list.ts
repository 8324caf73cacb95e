import type { Danmaku } from '@yunmu/contract'
import { packAt } from './pack-rules.ts'

const isBefore = (one: Danmaku, other: Danmaku): boolean =>
  one.time === other.time ? one.id.length < other.id.length || one.id < other.id : one.time < other.time

/** Where the first stands that is said at a moment or later; the length of the list where none is. */
export function indexAt(list: readonly Danmaku[], sec: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.time ?? Infinity) < sec) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * What is known in the order of its time, with others added. Who sent one knows it as their own, also where it comes again
 * as it is told to everybody.
 */
export function withSaid(list: readonly Danmaku[], more: readonly Danmaku[]): readonly Danmaku[] {
  if (more.length === 0) return list
  const added = new Map(more.map((one) => [one.id, one]))
  const rest: Danmaku[] = []
  for (const one of list) {
    const anew = added.get(one.id)
    if (!anew) rest.push(one)
    else if (one.mine && !anew.mine) added.set(one.id, { ...anew, mine: true })
  }
  return [...rest, ...added.values()].sort((one, other) => (isBefore(one, other) ? -1 : 1))
}

export function withoutIds(list: readonly Danmaku[], ids: readonly string[]): readonly Danmaku[] {
  const gone = new Set(ids)
  const rest = list.filter(({ id }) => !gone.has(id))
  return rest.length === list.length ? list : rest
}

/** Those of a pack. */
export const inPack = (list: readonly Danmaku[], pack: number): Danmaku[] =>
  list.filter(({ time }) => packAt(time) === pack)
