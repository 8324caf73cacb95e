import { channelKey } from '@yunmu/formats'

/** The fields of a station's channel that matching uses. */
export interface GuideChannel {
  readonly id: number
  readonly name: string
  readonly aliases: readonly string[]
  /** Its id in XMLTV guides (`tvg-id`); may be empty. */
  readonly guideId: string
}

/** A channel of a guide file. */
export interface SourceChannel {
  readonly id: string
  readonly names: readonly string[]
}

/** The operator's assignments for one source: the id there, by the station's channel. */
export type Pins = ReadonlyMap<number, string>

/** Quality of a match; smaller is better. */
const ranks = { pinned: 0, id: 1, name: 2, idAsName: 3, alias: 4 } as const

export interface Matcher {
  /** Adds a channel of the guide. Of several equally good matches the first wins. */
  offer(channel: SourceChannel): void
  /** The station's channels that a channel of the guide is matched to at present; a better offer may change that. */
  channelsOf(sourceChannelId: string): readonly number[]
  /** The guide's channel that a station's channel is matched to, or null. */
  matchOf(channelId: number): string | null
}

const normalised = (id: string): string => id.trim().toLowerCase()

/** Several channels may share a key, for example one per quality. */
function indexBy(channels: readonly GuideChannel[], keysOf: (channel: GuideChannel) => readonly string[]) {
  const index = new Map<string, number[]>()
  for (const channel of channels) {
    for (const key of new Set(keysOf(channel))) if (key !== '') index.set(key, [...(index.get(key) ?? []), channel.id])
  }
  return (key: string): readonly number[] => index.get(key) ?? []
}

/**
 * Matches the channels of a guide to those of the station: by the operator's assignment, id, name and aliases, in either
 * script. A channel with an assignment is not matched in any other way.
 */
export function createMatcher(channels: readonly GuideChannel[], pins: Pins): Matcher {
  const free = channels.filter(({ id }) => !pins.has(id))
  const byPin = indexBy(channels, ({ id }) => [normalised(pins.get(id) ?? '')])
  const byId = indexBy(free, ({ guideId }) => [normalised(guideId)])
  const byName = indexBy(free, ({ name }) => [channelKey(name)])
  const byAlias = indexBy(free, ({ aliases, guideId }) => [...aliases, guideId].map(channelKey))
  const matched = new Map<number, { sourceChannelId: string; rank: number }>()

  const propose = (ids: readonly number[], sourceChannelId: string, rank: number): void => {
    for (const id of ids) {
      if (rank < (matched.get(id)?.rank ?? Number.POSITIVE_INFINITY)) matched.set(id, { sourceChannelId, rank })
    }
  }
  let bySourceChannel: Map<string, number[]> | undefined
  return {
    offer({ id, names }) {
      bySourceChannel = undefined
      const keys = names.map(channelKey)
      propose(byPin(normalised(id)), id, ranks.pinned)
      propose(byId(normalised(id)), id, ranks.id)
      for (const key of keys) propose(byName(key), id, ranks.name)
      propose(byName(channelKey(id)), id, ranks.idAsName)
      for (const key of [...keys, channelKey(id)]) propose(byAlias(key), id, ranks.alias)
    },
    channelsOf(sourceChannelId) {
      if (!bySourceChannel) {
        bySourceChannel = new Map()
        for (const [id, match] of matched)
          bySourceChannel.set(match.sourceChannelId, [...(bySourceChannel.get(match.sourceChannelId) ?? []), id])
      }
      return bySourceChannel.get(sourceChannelId) ?? []
    },
    matchOf: (channelId) => matched.get(channelId)?.sourceChannelId ?? null,
  }
}
