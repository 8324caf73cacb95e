import { catchupAddress, channelKey, type Catchup, type ChannelEntry } from '@yunmu/formats'
import type { BookChannel } from '../channel-book.ts'
import type { ChannelToSave, LineToSave, StreamSource } from '../channel-store.ts'

/** How a list of channels is taken in. */
export interface ListWish {
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
  logoFrom: string
}

/** A channel that is there already, with the addresses of each line. */
export interface KnownChannel {
  channel: BookChannel
  sources: readonly (readonly StreamSource[])[]
}

const fallbackGroup = '其他'
/** Lines that one can choose; further addresses stand in for these. */
const mostLines = 4
const firstNumber = 101
const lineNumbers = '一二三四'
/** Days that recordings can be watched again. */
const recordedDays = 7

const keyOf = (name: string): string => channelKey(name) || name

/** Only what is recorded is joined with lists: schedules of our own are not touched. */
const isRecorded = ({ channel }: KnownChannel): boolean => channel.streams.every(({ kind }) => kind === 'recorded')

/**
 * What a list makes of the channels: entries of one name, however it is written, are one channel with several lines, and
 * join the channel of that name that is there. A list that is taken in again changes nothing.
 */
export function channelsOfList(
  entries: readonly ChannelEntry[],
  known: readonly KnownChannel[],
  wish: ListWish,
): ListedChannel[] {
  const recorded = known.filter(isRecorded)
  const byOrigin = new Map(recorded.map((one) => [one.channel.origin, one]))
  const names = namesOf(recorded)
  for (const { name } of entries) names.give(name, `list:${keyOf(name)}`)
  const taken = new Set(known.map(({ channel }) => channel.number))
  const numberOf = numbers(taken)
  // Two names of the list may be names of one channel.
  return [...Map.groupBy(entries, ({ name }) => names.ownerOf(name))].map(([origin, of]) => {
    const there = byOrigin.get(origin)
    const channel = there ? joined(there, of, wish) : fresh(origin, of, wish, numberOf)
    const aliases = channel.aliases.filter((alias) => names.give(alias, origin))
    const logoFrom = channel.logo === '' ? (of.find(({ logo }) => logo !== '')?.logo ?? '') : ''
    return { ...channel, aliases, logoFrom }
  })
}

/** Whose name is whose: what channels are called stands before what else they are called, and a name has one owner. */
function namesOf(channels: readonly KnownChannel[]) {
  const owners = new Map<string, string>()
  /** Whether the channel of an origin has the name now. */
  const give = (name: string, origin: string): boolean => {
    const owner = owners.get(keyOf(name)) ?? origin
    owners.set(keyOf(name), owner)
    return owner === origin
  }
  for (const { channel } of channels) give(channel.name, channel.origin)
  for (const { channel } of channels) for (const alias of channel.aliases) give(alias, channel.origin)
  return { give, ownerOf: (name: string): string => owners.get(keyOf(name)) ?? '' }
}

/** Gives channels the number that they wish for, or the next free one. */
function numbers(taken: Set<number>): (wished: number) => number {
  let next = firstNumber
  return (wished) => {
    while (taken.has(next)) next++
    const given = wished > 0 && !taken.has(wished) ? wished : next
    taken.add(given)
    return given
  }
}

/** Days that a source has the past of, where its list does not say, and at most. */
const unsaidDays = 7
const mostCatchupDays = 30
const anySpan = { startSec: 1_800_000_000, endSec: 1_800_003_600, nowSec: 1_800_007_200 }

/** How the past of an address can be asked for; undefined where no address can be made of what its list says. */
function catchupOf({ url, catchup }: ChannelEntry): Catchup | undefined {
  if (!catchup || catchupAddress(url, catchup, anySpan) === null) return undefined
  return { ...catchup, days: Math.min(catchup.days || unsaidDays, mostCatchupDays) }
}

function sourceOf(entry: ChannelEntry): StreamSource {
  const catchup = catchupOf(entry)
  return { address: entry.url, userAgent: entry.userAgent, ...(catchup && { catchup }) }
}

function fresh(
  origin: string,
  of: readonly ChannelEntry[],
  { group, tag, always }: ListWish,
  numberOf: (wished: number) => number,
): ChannelToSave {
  const [first] = of
  const named = group ?? of.find((entry) => entry.group !== '')?.group ?? fallbackGroup
  const name = first?.name ?? ''
  return {
    origin,
    number: numberOf(of.find((entry) => entry.number > 0)?.number ?? 0),
    name,
    aliases: aliasesOf(of, name),
    guideId: of.find(({ tvgId }) => tvgId !== '')?.tvgId ?? '',
    group: { name: named, overseas: tag !== undefined },
    tag: tag ?? null,
    logo: '',
    replayDays: always ? recordedDays : 0,
    dvrSec: 7200,
    demo: false,
    lines: linesOf(distinct(of.map(sourceOf)), !always),
  }
}

function joined({ channel, sources }: KnownChannel, of: readonly ChannelEntry[], wish: ListWish): ChannelToSave {
  const { origin, number, name, aliases, guideId, group, overseas, types, typeName, logo, replayDays, dvrSec } = channel
  const onDemand = !wish.always && (channel.streams[0]?.onDemand ?? true)
  const added = of.map(sourceOf)
  return {
    origin,
    number,
    name,
    logo,
    dvrSec,
    demo: false,
    aliases: [...new Set([...aliases, ...aliasesOf(of, name)])],
    guideId: guideId || (of.find(({ tvgId }) => tvgId !== '')?.tvgId ?? ''),
    group: {
      name: wish.group ?? group,
      overseas: wish.tag !== undefined || overseas,
    },
    tag:
      wish.tag ??
      (overseas
        ? {
            type: types,
            name: typeName,
          }
        : null),
    replayDays: onDemand ? 0 : replayDays || recordedDays,
    lines: linesOf(distinct(wish.replace ? added : [...inOrder(sources), ...added]), onDemand),
  }
}

function aliasesOf(of: readonly ChannelEntry[], name: string): string[] {
  const names = new Set(of.flatMap((entry) => [entry.name, entry.tvgName]))
  names.delete(name)
  names.delete('')
  return [...names]
}

function distinct(sources: readonly StreamSource[]): StreamSource[] {
  return [...new Map(sources.map((source) => [source.address, source])).values()]
}

/** Addresses in the order in which {@link linesOf} dealt them out. */
function inOrder(lines: readonly (readonly StreamSource[])[]): StreamSource[] {
  const longest = Math.max(0, ...lines.map((line) => line.length))
  return Array.from({ length: longest }, (_, at) => lines.flatMap((line) => line.slice(at, at + 1))).flat()
}

/** Each of the first addresses is a line; the others are dealt out to stand in for them. */
function linesOf(sources: readonly StreamSource[], onDemand: boolean): LineToSave[] {
  const count = Math.min(mostLines, sources.length)
  return Array.from({ length: count }, (_, line) => ({
    name: `线路${lineNumbers[line] ?? line + 1}`,
    kind: 'recorded' as const,
    onDemand,
    quality: '',
    saving: false,
    sources: sources.filter((_source, at) => at % count === line),
  }))
}
