import type { LiveHit, Suggestion } from '@yunmu/contract'
import { channelKey } from '@yunmu/formats'
import { LRUCache } from 'lru-cache'
import { setImmediate } from 'node:timers/promises'
import type { EventKind } from '../../../platform/events/events.ts'
import type { Cards } from '../cards.ts'
import type { LineupChannel, ChannelLineup } from '../channel-lineup.ts'
import {
  findChannels,
  channelQuery,
  searchableText,
  type SearchableChannel,
  type SearchableText,
  type FoundChannel,
} from './find-rules.ts'
import { channelsChanged, currentProgrammesChanged } from '../live-events.ts'
import type { LiveGuide } from '../live-needs.ts'

/** What a search finds among the channels. */
export interface ChannelSearch {
  /** Channels as the results show them, the best first, and how many there are. */
  find(
    query: string,
    { offset, limit, nowMs }: { offset: number; limit: number; nowMs: number },
  ): Promise<{ list: LiveHit[]; total: number }>
  /** Lines of the search box, the best first; `isNamed` says that the query is the channel's name. */
  suggest(
    query: string,
    { limit, nowMs }: { limit: number; nowMs: number },
  ): Promise<{ list: { line: Suggestion; isNamed: boolean }[]; total: number }>
  /** Until when that holds. */
  changed: readonly EventKind[]
}

/** Names and programmes that are kept as they are compared: those of some thousand channels. */
const maxCachedTexts = 30_000
/** Channels that are read in one go: some milliseconds. */
const chunkSize = 25

interface SearchParts {
  lineup: () => Promise<ChannelLineup>
  guide: Pick<LiveGuide, 'onAir' | 'changed'>
}

/** Finds channels in what is kept in memory of them. */
export function createChannelSearch({ cards, ...parts }: SearchParts & { cards: Cards }): ChannelSearch {
  const findingsOf = createFinder(parts)
  return {
    async find(query, { offset, limit, nowMs }) {
      const findings = await findingsOf(query, nowMs)
      const page = findings.slice(offset, offset + limit)
      const channels = page.map(({ channel }) => channel)
      const shown = await cards.of(channels, nowMs, null)
      return {
        list: shown.map((channel, at) => {
          const { marks = [], by = null } = page[at]?.found ?? {}
          return { kind: 'live', channel, marks, by }
        }),
        total: findings.length,
      }
    },

    async suggest(query, { limit, nowMs }) {
      const findings = await findingsOf(query, nowMs)
      const list = findings
        .slice(0, limit)
        .map(({ channel, found }) => ({ line: suggestionOf(channel, found), isNamed: found.isNamed }))
      return { list, total: findings.length }
    },

    changed: [channelsChanged, currentProgrammesChanged, parts.guide.changed],
  }
}

interface ChannelFinding {
  channel: LineupChannel
  found: FoundChannel
}

/** Compares queries with the names of the book at hand, and with what is on. Texts are read once. */
function createFinder({ lineup, guide }: SearchParts): (query: string, nowMs: number) => Promise<ChannelFinding[]> {
  const texts = createTextCache(searchableText)
  const keys = createTextCache(channelKey)
  const namesOf = new WeakMap<ChannelLineup, Promise<SearchableChannel[]>>()
  const readNames = ({ channels }: ChannelLineup): Promise<SearchableChannel[]> =>
    mapInChunks(channels, ({ id, number, name, aliases }) => ({
      id,
      number,
      name: texts.of(name),
      aliases: aliases.map(texts.of),
      keys: [name, ...aliases].map(keys.of).filter((key) => key !== ''),
    }))
  return async (query, nowMs) => {
    const current = await lineup()
    const names = namesOf.get(current) ?? readNames(current)
    namesOf.set(current, names)
    const ids = current.channels.map(({ id }) => id)
    const [channels, onAir] = await Promise.all([names, guide.onAir(ids, nowMs)])
    const programmes = [...onAir.values()].flatMap(({ now }) => (now ? [now.name] : []))
    await mapInChunks(
      programmes.filter((name) => !texts.has(name)),
      texts.of,
    )
    const programmeOf = (id: number): SearchableText | null => {
      const now = onAir.get(id)?.now
      return now ? texts.of(now.name) : null
    }
    return findChannels(channelQuery(query), channels, programmeOf).flatMap((found) => {
      const channel = current.byId.get(found.id)
      return channel ? [{ channel, found }] : []
    })
  }
}

/** Makes something of texts, and keeps it. */
function createTextCache<Value extends string | object>(make: (text: string) => Value) {
  const cache = new LRUCache<string, Value>({ max: maxCachedTexts })
  return {
    has: (text: string): boolean => cache.has(text),
    of(text: string): Value {
      const made = cache.get(text) ?? make(text)
      cache.set(text, made)
      return made
    },
  }
}

/** Does something with each, and lets requests have their turn in between. */
async function mapInChunks<Item, Value>(items: readonly Item[], make: (item: Item) => Value): Promise<Value[]> {
  const made: Value[] = []
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % chunkSize === 0) await setImmediate()
    made.push(make(item))
  }
  return made
}

function suggestionOf({ id, types, group, overseas, name, number }: LineupChannel, found: FoundChannel): Suggestion {
  const to = { kind: 'channel', channel: { id, types, group, overseas } } as const
  const { marks, by } = found
  if (by?.kind === 'alias') return { ...to, text: by.text, marks: by.marks, remark: `频道 ${name}` }
  if (by?.kind === 'programme') return { ...to, text: by.text, marks: by.marks, remark: `${name} 正在播` }
  return { ...to, text: name, marks, remark: by ? `频道 ${number}` : '频道' }
}
