import type { Danmaku } from '@yunmu/contract'

/** What a room says in one batch at most: two hundred a second is more than anybody reads, and the packs have the rest. */
export const mostAtOnce = 40

/** The weightiest of what was said, in its order; of those that weigh the same the latest. */
export function heaviest<One extends Pick<Danmaku, 'weight'>>(said: readonly One[], most: number): One[] {
  if (said.length <= most) return [...said]
  const places = said.map(({ weight }, place) => ({ weight, place }))
  places.sort((one, other) => other.weight - one.weight || other.place - one.place)
  const chosen = new Set(places.slice(0, most).map(({ place }) => place))
  return said.filter((_, place) => chosen.has(place))
}
