import { catchupAddress, channelKey, type Catchup, type ChannelEntry } from '@yunmu/formats'
import { allLinesOf, type LineupChannel } from '../channel-lineup.ts'
import type { ChannelToSave, LineToSave, StreamSource } from '../channel-store.ts'

/** Options for importing a channel list. */
export interface ListOptions {
  /** Group for all channels, instead of the groups of the list. */
  group?: string
  /** Tag for all channels, if they are overseas channels. */
  tag?: { type: string; name: string }
  /** Record permanently, not only while somebody watches, which allows replay. */
  always: boolean
  /** Remove addresses that are not in the list. */
  replace: boolean
  /** The addresses of a channel that are left out because lists do not have them any more. `listed` are those of the list. */
  vanished?: VanishedOf
}

export type VanishedOf = (channelId: number, listed: ReadonlySet<string>) => ReadonlySet<string>

/** A channel derived from a list. */
export interface ListedChannel extends ChannelToSave {
  /** External URL of its logo; empty if the channel has one already or the list has none. */
  logoUrl: string
  /** The addresses that the list has for it. */
  listed: readonly string[]
}

/** An existing channel with the sources of each line. */
export interface ExistingChannel {
  channel: LineupChannel
  sources: readonly (readonly StreamSource[])[]
}

const fallbackGroup = '其他'
/** Maximum number of lines per channel; further addresses become fallback sources of these lines. */
const maxLines = 4
const firstNumber = 101
const lineNumbers = '一二三四'
/** Days of replay for permanently recorded channels. */
const defaultReplayDays = 7

const keyOf = (name: string): string => channelKey(name) || name

/** Only recorded channels are merged with lists; channels of the station's own films are not changed. */
const isRecorded = ({ channel }: ExistingChannel): boolean =>
  allLinesOf(channel).every(({ kind }) => kind === 'recorded')

/**
 * Derives channels from a list. Entries whose names have the same normal form become one channel with several lines, and
 * are merged with an existing channel of that name. Importing a list again changes nothing.
 */
export function channelsOfList(
  entries: readonly ChannelEntry[],
  existing: readonly ExistingChannel[],
  options: ListOptions,
): ListedChannel[] {
  const recorded = existing.filter(isRecorded)
  const byOrigin = new Map(recorded.map((one) => [one.channel.origin, one]))
  const names = nameOwners(recorded)
  for (const { name } of entries) names.claim(name, `list:${keyOf(name)}`)
  const taken = new Set(existing.map(({ channel }) => channel.number))
  const numberOf = numberAllocator(taken)
  // Two names of the list may belong to the same existing channel.
  return [...Map.groupBy(entries, ({ name }) => names.ownerOf(name))].map(([origin, entries]) => {
    const match = byOrigin.get(origin)
    const channel = match ? mergedChannel(match, entries, options) : newChannel(origin, entries, options, numberOf)
    const aliases = channel.aliases.filter((alias) => names.claim(alias, origin))
    const logoUrl = channel.logo === '' ? (entries.find(({ logo }) => logo !== '')?.logo ?? '') : ''
    return { ...channel, aliases, logoUrl, listed: [...new Set(entries.map(({ url }) => url))] }
  })
}

/** Assigns each name to one channel. Names of channels have precedence over aliases. */
function nameOwners(channels: readonly ExistingChannel[]) {
  const owners = new Map<string, string>()
  /** Claims a name for a channel. Returns false if another channel owns it. */
  const claim = (name: string, origin: string): boolean => {
    const owner = owners.get(keyOf(name)) ?? origin
    owners.set(keyOf(name), owner)
    return owner === origin
  }
  for (const { channel } of channels) claim(channel.name, channel.origin)
  for (const { channel } of channels) for (const alias of channel.aliases) claim(alias, channel.origin)
  return { claim, ownerOf: (name: string): string => owners.get(keyOf(name)) ?? '' }
}

/** Allocates channel numbers: the preferred number if it is free, else the next free one. */
function numberAllocator(taken: Set<number>): (preferred: number) => number {
  let next = firstNumber
  return (preferred) => {
    while (taken.has(next)) next++
    const allocated = preferred > 0 && !taken.has(preferred) ? preferred : next
    taken.add(allocated)
    return allocated
  }
}

/** Days of catch-up of a source if its list gives none, and the maximum. */
const defaultCatchupDays = 7
const maxCatchupDays = 30
const sampleSpan = { startSec: 1_800_000_000, endSec: 1_800_003_600, nowSec: 1_800_007_200 }

/** The catch-up of an entry; undefined if no catch-up URL can be built from it. */
function catchupOf({ url, catchup }: ChannelEntry): Catchup | undefined {
  if (!catchup || catchupAddress(url, catchup, sampleSpan) === null) return undefined
  return { ...catchup, days: Math.min(catchup.days || defaultCatchupDays, maxCatchupDays) }
}

function sourceOf(entry: ChannelEntry): StreamSource {
  const catchup = catchupOf(entry)
  return { address: entry.url, userAgent: entry.userAgent, ...(catchup && { catchup }) }
}

function newChannel(
  origin: string,
  entries: readonly ChannelEntry[],
  { group, tag, always }: ListOptions,
  numberOf: (preferred: number) => number,
): ChannelToSave {
  const [first] = entries
  const named = group ?? entries.find((entry) => entry.group !== '')?.group ?? fallbackGroup
  const name = first?.name ?? ''
  return {
    origin,
    number: numberOf(entries.find((entry) => entry.number > 0)?.number ?? 0),
    name,
    aliases: aliasesOf(entries, name),
    guideId: entries.find(({ tvgId }) => tvgId !== '')?.tvgId ?? '',
    group: { name: named, overseas: tag !== undefined },
    tag: tag ?? null,
    logo: '',
    replayDays: always ? defaultReplayDays : 0,
    dvrSec: 7200,
    demo: false,
    hidden: false,
    lines: linesOf(distinctSources(entries.map(sourceOf)), !always),
  }
}

function mergedChannel(
  { channel, sources }: ExistingChannel,
  entries: readonly ChannelEntry[],
  options: ListOptions,
): ChannelToSave {
  const { origin, number, name, aliases, guideId, group, overseas, types, typeName, logo, replayDays, dvrSec } = channel
  const onDemand = !options.always && (channel.streams[0]?.onDemand ?? true)
  const added = entries.map(sourceOf)
  const vanished = options.vanished?.(channel.id, new Set(entries.map(({ url }) => url)))
  const kept = interleaved(sources).filter(({ address }) => vanished?.has(address) !== true)
  return {
    origin,
    number,
    name,
    logo,
    dvrSec,
    demo: false,
    // What a list has again is shown again.
    hidden: false,
    aliases: [...new Set([...aliases, ...aliasesOf(entries, name)])],
    guideId: guideId || (entries.find(({ tvgId }) => tvgId !== '')?.tvgId ?? ''),
    group: {
      name: options.group ?? group,
      overseas: options.tag !== undefined || overseas,
    },
    tag:
      options.tag ??
      (overseas
        ? {
            type: types,
            name: typeName,
          }
        : null),
    replayDays: onDemand ? 0 : replayDays || defaultReplayDays,
    lines: linesOf(distinctSources(options.replace ? added : [...kept, ...added]), onDemand),
  }
}

/**
 * The channels that a list does not have at all, without the addresses that have vanished. One without any other address is
 * hidden with its lines, so that they are there when the list has it again.
 */
export function withoutVanished(
  existing: readonly ExistingChannel[],
  listedOrigins: ReadonlySet<string>,
  vanishedOf: VanishedOf,
): ListedChannel[] {
  return existing.filter(isRecorded).flatMap((one): ListedChannel[] => {
    const { channel, sources } = one
    if (listedOrigins.has(channel.origin)) return []
    const vanished = vanishedOf(channel.id, new Set())
    const kept = interleaved(sources).filter(({ address }) => !vanished.has(address))
    if (vanished.size === 0) return []
    const saved = { ...savedChannel(one), logoUrl: '', listed: [] }
    if (kept.length === 0) return [{ ...saved, hidden: true }]
    return [{ ...saved, lines: linesOf(kept, channel.streams[0]?.onDemand ?? true) }]
  })
}

/** A channel as it is stored. */
function savedChannel({ channel, sources }: ExistingChannel): ChannelToSave {
  const { group, overseas, types, typeName, aliases, ...stored } = channel
  const { origin, number, name, guideId, logo, replayDays, dvrSec, demo, hidden } = stored
  return {
    origin,
    number,
    name,
    aliases,
    guideId,
    logo,
    replayDays,
    dvrSec,
    demo,
    hidden,
    group: { name: group, overseas },
    tag: overseas ? { type: types, name: typeName } : null,
    lines: allLinesOf(channel).map((line, at) => ({
      name: line.name,
      kind: line.kind,
      onDemand: line.onDemand,
      quality: line.quality,
      saving: line.saving,
      sources: sources[at] ?? [],
    })),
  }
}

/** What saving a channel of a list would change. */
export type ListChange = 'added' | 'hidden' | 'shown' | 'lines' | 'fields'

const comparedLines = (lines: readonly LineToSave[]): string =>
  JSON.stringify(lines.map(({ name, onDemand, sources }) => [name, onDemand, sources]))

/** What saving a channel would change of the stored one; locked fields do not change. */
export function changesOf(channel: ListedChannel, stored: ExistingChannel | undefined): ListChange[] {
  if (!stored) return ['added']
  const { lockedFields } = stored.channel
  const before = savedChannel(stored)
  const isOpen = (column: string): boolean => !lockedFields.includes(column)
  const compared = [
    ['number', channel.number === before.number],
    ['name', channel.name === before.name],
    ['aliases', channel.aliases.join('|') === before.aliases.join('|')],
    ['guide_id', channel.guideId === before.guideId],
    ['group_id', channel.group.name === before.group.name],
    ['tag_id', channel.tag?.type === before.tag?.type],
    ['replay_days', channel.replayDays === before.replayDays],
  ] as const
  const isHidden = channel.hidden ?? before.hidden
  return [
    ...(isOpen('hidden') && isHidden !== before.hidden
      ? [isHidden === true ? ('hidden' as const) : ('shown' as const)]
      : []),
    ...(isOpen('lines') && comparedLines(channel.lines) !== comparedLines(before.lines) ? (['lines'] as const) : []),
    ...(compared.some(([column, isSame]) => isOpen(column) && !isSame) ? (['fields'] as const) : []),
  ]
}

function aliasesOf(entries: readonly ChannelEntry[], name: string): string[] {
  const names = new Set(entries.flatMap((entry) => [entry.name, entry.tvgName]))
  names.delete(name)
  names.delete('')
  return [...names]
}

function distinctSources(sources: readonly StreamSource[]): StreamSource[] {
  return [...new Map(sources.map((source) => [source.address, source])).values()]
}

/** The inverse of {@link linesOf}: sources in the order in which they were distributed to lines. */
function interleaved(lines: readonly (readonly StreamSource[])[]): StreamSource[] {
  const longest = Math.max(0, ...lines.map((line) => line.length))
  return Array.from({ length: longest }, (_, at) => lines.flatMap((line) => line.slice(at, at + 1))).flat()
}

/** Each of the first sources becomes a line; the others are distributed to the lines as fallbacks. */
function linesOf(sources: readonly StreamSource[], onDemand: boolean): LineToSave[] {
  const count = Math.min(maxLines, sources.length)
  return Array.from({ length: count }, (_, line) => ({
    name: `线路${lineNumbers[line] ?? line + 1}`,
    kind: 'recorded' as const,
    onDemand,
    quality: '',
    saving: false,
    sources: sources.filter((_source, at) => at % count === line),
  }))
}
