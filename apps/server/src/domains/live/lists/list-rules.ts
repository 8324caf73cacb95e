import { catchupAddress, channelKey, type Catchup, type ChannelEntry } from '@yunmu/formats'
import type { LineupChannel } from '../channel-lineup.ts'
import type { ChannelToSave, LineToSave, StreamSource } from '../channel-store.ts'

/** How a list of channels is taken in. */
export interface ListOptions {
  /** The group of all channels, in the place of those that the list names. */
  group?: string
  /** The tag of all channels, where they are overseas ones. */
  tag?: { type: string; name: string }
  /** Recorded always, not only while somebody watches: what has run can be watched again. */
  always: boolean
  /** Takes away addresses that the list does not have (any more). */
  replace: boolean
}

/** A channel as a list makes it. */
export interface ListedChannel extends ChannelToSave {
  /** Where its logo lies on another host; empty where it has one, or the list names none. */
  logoUrl: string
}

/** A channel that is there already, with the addresses of each line. */
export interface ExistingChannel {
  channel: LineupChannel
  sources: readonly (readonly StreamSource[])[]
}

const fallbackGroup = '其他'
/** Lines that one can choose; further addresses stand in for these. */
const maxLines = 4
const firstNumber = 101
const lineNumbers = '一二三四'
/** Days that recordings can be watched again. */
const defaultReplayDays = 7

const keyOf = (name: string): string => channelKey(name) || name

/** Only what is recorded is joined with lists: schedules of our own are not touched. */
const isRecorded = ({ channel }: ExistingChannel): boolean => channel.streams.every(({ kind }) => kind === 'recorded')

/**
 * What a list makes of the channels: entries of one name, however it is written, are one channel with several lines, and
 * join the channel of that name that is there. A list that is taken in again changes nothing.
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
  // Two names of the list may be names of one channel.
  return [...Map.groupBy(entries, ({ name }) => names.ownerOf(name))].map(([origin, entries]) => {
    const match = byOrigin.get(origin)
    const channel = match ? mergedChannel(match, entries, options) : newChannel(origin, entries, options, numberOf)
    const aliases = channel.aliases.filter((alias) => names.claim(alias, origin))
    const logoUrl = channel.logo === '' ? (entries.find(({ logo }) => logo !== '')?.logo ?? '') : ''
    return { ...channel, aliases, logoUrl }
  })
}

/** Whose name is whose: what channels are called stands before what else they are called, and a name has one owner. */
function nameOwners(channels: readonly ExistingChannel[]) {
  const owners = new Map<string, string>()
  /** Whether the channel of an origin has the name now. */
  const claim = (name: string, origin: string): boolean => {
    const owner = owners.get(keyOf(name)) ?? origin
    owners.set(keyOf(name), owner)
    return owner === origin
  }
  for (const { channel } of channels) claim(channel.name, channel.origin)
  for (const { channel } of channels) for (const alias of channel.aliases) claim(alias, channel.origin)
  return { claim, ownerOf: (name: string): string => owners.get(keyOf(name)) ?? '' }
}

/** Gives channels the number that they wish for, or the next free one. */
function numberAllocator(taken: Set<number>): (preferred: number) => number {
  let next = firstNumber
  return (preferred) => {
    while (taken.has(next)) next++
    const allocated = preferred > 0 && !taken.has(preferred) ? preferred : next
    taken.add(allocated)
    return allocated
  }
}

/** Days that a source has the past of, where its list does not say, and at most. */
const defaultCatchupDays = 7
const maxCatchupDays = 30
const sampleSpan = { startSec: 1_800_000_000, endSec: 1_800_003_600, nowSec: 1_800_007_200 }

/** How the past of an address can be asked for; undefined where no address can be made of what its list says. */
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
  return {
    origin,
    number,
    name,
    logo,
    dvrSec,
    demo: false,
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
    lines: linesOf(distinctSources(options.replace ? added : [...interleaved(sources), ...added]), onDemand),
  }
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

/** Addresses in the order in which {@link linesOf} dealt them out. */
function interleaved(lines: readonly (readonly StreamSource[])[]): StreamSource[] {
  const longest = Math.max(0, ...lines.map((line) => line.length))
  return Array.from({ length: longest }, (_, at) => lines.flatMap((line) => line.slice(at, at + 1))).flat()
}

/** Each of the first addresses is a line; the others are dealt out to stand in for them. */
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
