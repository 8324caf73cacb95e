import { channelKey } from '@yunmu/formats'

/** A channel of the station, as far as guides are matched to it. */
export interface GuideChannel {
  readonly id: number
  readonly name: string
  readonly aliases: readonly string[]
  /** Its id in outside guides (`tvg-id`); may be empty. */
  readonly guideId: string
}

/** A channel of a guide. */
export interface OutsideChannel {
  readonly id: string
  readonly names: readonly string[]
}

/** What the operator says of channels in one source: its id there, by the station's channel. */
export type Pins = ReadonlyMap<number, string>

/** How sure a match is; the smaller the surer. */
const ranks = { pinned: 0, id: 1, name: 2, idAsName: 3, alias: 4 } as const

export interface Matcher {
  /** Notes a channel of the guide. The first of several that suit a channel equally well stays. */
  offer(channel: OutsideChannel): void
  /** The station's channels that a channel of the guide is matched to, until a better one is offered. */
  channelsOf(outsideId: string): readonly number[]
  /** The channel of the guide that a channel of the station is matched to, or null. */
  matchOf(channelId: number): string | null
}

const folded = (id: string): string => id.trim().toLowerCase()

/** Several channels may have the same name: a line of each quality, say. */
function indexBy(channels: readonly GuideChannel[], keysOf: (channel: GuideChannel) => readonly string[]) {
  const index = new Map<string, number[]>()
  for (const channel of channels) {
    for (const key of new Set(keysOf(channel))) if (key !== '') index.set(key, [...(index.get(key) ?? []), channel.id])
  }
  return (key: string): readonly number[] => index.get(key) ?? []
}

/**
 * Matches the channels of a guide to those of the station: by what the operator said, by id, by name, by other names, in
 * either script. A channel whose guide the operator pinned takes no other.
 */
export function createMatcher(channels: readonly GuideChannel[], pins: Pins): Matcher {
  const free = channels.filter(({ id }) => !pins.has(id))
  const byPin = indexBy(channels, ({ id }) => [folded(pins.get(id) ?? '')])
  const byId = indexBy(free, ({ guideId }) => [folded(guideId)])
  const byName = indexBy(free, ({ name }) => [channelKey(name)])
  const byAlias = indexBy(free, ({ aliases, guideId }) => [...aliases, guideId].map(channelKey))
  const matched = new Map<number, { outsideId: string; rank: number }>()

  const propose = (ids: readonly number[], outsideId: string, rank: number): void => {
    for (const id of ids) {
      if (rank < (matched.get(id)?.rank ?? Number.POSITIVE_INFINITY)) matched.set(id, { outsideId, rank })
    }
  }
  let byOutsideId: Map<string, number[]> | undefined
  return {
    offer({ id, names }) {
      byOutsideId = undefined
      const keys = names.map(channelKey)
      propose(byPin(folded(id)), id, ranks.pinned)
      propose(byId(folded(id)), id, ranks.id)
      for (const key of keys) propose(byName(key), id, ranks.name)
      propose(byName(channelKey(id)), id, ranks.idAsName)
      for (const key of [...keys, channelKey(id)]) propose(byAlias(key), id, ranks.alias)
    },
    channelsOf(outsideId) {
      if (!byOutsideId) {
        byOutsideId = new Map()
        for (const [id, match] of matched)
          byOutsideId.set(match.outsideId, [...(byOutsideId.get(match.outsideId) ?? []), id])
      }
      return byOutsideId.get(outsideId) ?? []
    },
    matchOf: (channelId) => matched.get(channelId)?.outsideId ?? null,
  }
}
