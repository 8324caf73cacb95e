import type { LiveHit, Suggestion } from '@yunmu/contract'
import { channelKey } from '@yunmu/formats'
import { searchableText, type SearchableText } from '@yunmu/zh'
import { createTextCache, mapInChunks } from '../../../platform/caching/text-cache.ts'
import type { EventKind } from '../../../platform/events/events.ts'
import type { Cards } from '../cards.ts'
import type { LineupChannel, ChannelLineup } from '../channel-lineup.ts'
import { findChannels, channelQuery, type SearchableChannel, type FoundChannel } from './find-rules.ts'
import { channelsChanged, currentProgrammesChanged } from '../live-events.ts'
import type { LiveGuide } from '../live-needs.ts'

/** Search over channels and their current programmes. */
export interface ChannelSearch {
  /** A page of matching channels, best first, and their total number. */
  find(
    query: string,
    { offset, limit, nowMs }: { offset: number; limit: number; nowMs: number },
  ): Promise<{ list: LiveHit[]; total: number }>
  /** Suggestions, best first; `isNamed`: the query is the name of the channel. */
  suggest(
    query: string,
    { limit, nowMs }: { limit: number; nowMs: number },
  ): Promise<{ list: { line: Suggestion; isNamed: boolean }[]; total: number }>
  /** Loads the dictionaries of pinyin and analyses the names of the channels, which takes a fifth of a second. */
  warmUp(nowMs: number): Promise<void>
  /** Results are valid until one of these events. */
  changed: readonly EventKind[]
}

/** Its characters have several readings, so that all dictionaries are needed. */
const warmUpQuery = '長安銀行'

interface SearchParts {
  lineup: () => Promise<ChannelLineup>
  guide: Pick<LiveGuide, 'onAir' | 'changed'>
}

/** Searches the channels in memory. */
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

    async warmUp(nowMs) {
      await findingsOf(warmUpQuery, nowMs)
    },

    changed: [channelsChanged, currentProgrammesChanged, parts.guide.changed],
  }
}

interface ChannelFinding {
  channel: LineupChannel
  found: FoundChannel
}

/** Matches queries against the names of the current lineup and the current programmes. Texts are analysed once. */
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

function suggestionOf({ id, types, group, overseas, name, number }: LineupChannel, found: FoundChannel): Suggestion {
  const to = { kind: 'channel', channel: { id, types, group, overseas } } as const
  const { marks, by } = found
  if (by?.kind === 'alias') return { ...to, text: by.text, marks: by.marks, remark: `频道 ${name}` }
  if (by?.kind === 'programme') return { ...to, text: by.text, marks: by.marks, remark: `${name} 正在播` }
  return { ...to, text: name, marks, remark: by ? `频道 ${number}` : '频道' }
}
