import type { LiveHit, Suggestion } from '@yunmu/contract'
import { channelKey } from '@yunmu/formats'
import { LRUCache } from 'lru-cache'
import { setImmediate } from 'node:timers/promises'
import type { EventKind } from '../../platform/events/events.ts'
import type { Cards } from './cards.ts'
import type { BookChannel, ChannelBook } from './channel-book.ts'
import {
  findChannels,
  findQueryOf,
  findTextOf,
  type FindChannel,
  type FindText,
  type FoundChannel,
} from './lines/find-rules.ts'
import { channelsChanged, programmesTurned } from './live-events.ts'
import type { LiveGuide } from './live-needs.ts'

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
const mostKept = 30_000
/** Channels that are read in one go: some milliseconds. */
const chunk = 25

interface SearchedParts {
  book: () => Promise<ChannelBook>
  guide: Pick<LiveGuide, 'onAir' | 'changed'>
}

/** Finds channels in what is kept in memory of them. */
export function createChannelSearch({ cards, ...parts }: SearchedParts & { cards: Cards }): ChannelSearch {
  const findingsOf = createFinder(parts)
  return {
    async find(query, { offset, limit, nowMs }) {
      const findings = await findingsOf(query, nowMs)
      const some = findings.slice(offset, offset + limit)
      const channels = some.map(({ channel }) => channel)
      const shown = await cards.of(channels, nowMs, null)
      return {
        list: shown.map((channel, at) => {
          const { marks = [], by = null } = some[at]?.found ?? {}
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

    changed: [channelsChanged, programmesTurned, parts.guide.changed],
  }
}

interface Finding {
  channel: BookChannel
  found: FoundChannel
}

/** Compares queries with the names of the book at hand, and with what is on. Texts are read once. */
function createFinder({ book, guide }: SearchedParts): (query: string, nowMs: number) => Promise<Finding[]> {
  const texts = createMemo(findTextOf)
  const keys = createMemo(channelKey)
  const namesOf = new WeakMap<ChannelBook, Promise<FindChannel[]>>()
  const readNames = ({ channels }: ChannelBook): Promise<FindChannel[]> =>
    inPieces(channels, ({ id, number, name, aliases }) => ({
      id,
      number,
      name: texts.of(name),
      aliases: aliases.map(texts.of),
      keys: [name, ...aliases].map(keys.of).filter((key) => key !== ''),
    }))
  return async (query, nowMs) => {
    const known = await book()
    const names = namesOf.get(known) ?? readNames(known)
    namesOf.set(known, names)
    const ids = known.channels.map(({ id }) => id)
    const [channels, onAir] = await Promise.all([names, guide.onAir(ids, nowMs)])
    const programmes = [...onAir.values()].flatMap(({ now }) => (now ? [now.name] : []))
    await inPieces(
      programmes.filter((name) => !texts.has(name)),
      texts.of,
    )
    const programmeOf = (id: number): FindText | null => {
      const now = onAir.get(id)?.now
      return now ? texts.of(now.name) : null
    }
    return findChannels(findQueryOf(query), channels, programmeOf).flatMap((found) => {
      const channel = known.byId.get(found.id)
      return channel ? [{ channel, found }] : []
    })
  }
}

/** Makes something of texts, and keeps it. */
function createMemo<Made extends string | object>(make: (text: string) => Made) {
  const kept = new LRUCache<string, Made>({ max: mostKept })
  return {
    has: (text: string): boolean => kept.has(text),
    of(text: string): Made {
      const made = kept.get(text) ?? make(text)
      kept.set(text, made)
      return made
    },
  }
}

/** Does something with each, and lets requests have their turn in between. */
async function inPieces<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = []
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % chunk === 0) await setImmediate()
    made.push(make(item))
  }
  return made
}

function suggestionOf({ id, types, group, overseas, name, number }: BookChannel, found: FoundChannel): Suggestion {
  const to = { kind: 'channel', channel: { id, types, group, overseas } } as const
  const { marks, by } = found
  if (by?.kind === 'alias') return { ...to, text: by.text, marks: by.marks, remark: `频道 ${name}` }
  if (by?.kind === 'programme') return { ...to, text: by.text, marks: by.marks, remark: `${name} 正在播` }
  return { ...to, text: name, marks, remark: by ? `频道 ${number}` : '频道' }
}
