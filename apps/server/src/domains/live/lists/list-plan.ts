import type { ChannelEntry } from '@yunmu/formats'
import { createHash } from 'node:crypto'
import { existingChannels, usableEntries, type ListImportParts } from './import-list.ts'
import {
  changesOf,
  channelsOfList,
  withoutVanished,
  type ExistingChannel,
  type ListChange,
  type ListedChannel,
  type VanishedOf,
} from './list-rules.ts'
import type { ListedAddress, ListReport, StoredList, StoredListStore } from './stored-list-store.ts'

const maxExamples = 20

/** The report of a run that found nothing. */
export const noReport: ListReport = {
  problem: '',
  entries: 0,
  faults: 0,
  skipped: 0,
  added: 0,
  changed: 0,
  hidden: 0,
  shown: 0,
  unchanged: 0,
  vanished: 0,
  missing: 0,
  examples: [],
}

/** How an address is stored with its list. */
export const hashOf = (address: string): string => createHash('sha256').update(address).digest('hex')

/** What a run is about to save. */
export interface ListPlan {
  /** The channels that change. */
  channels: ListedChannel[]
  /** Ids of channels that are there, by origin. */
  ids: ReadonlyMap<string, number>
  /** All channels of the list. */
  listed: readonly ListedChannel[]
  report: ListReport
}

/** Decides what a run of a list saves, from what is there now. */
export async function planList(
  { lists, parts }: { lists: Pick<StoredListStore, 'addressesOf' | 'listedElsewhere'>; parts: ListImportParts },
  { id, settings, hideAfterRuns }: StoredList,
  { entries, faults }: { entries: readonly ChannelEntry[]; faults: number },
): Promise<ListPlan> {
  const usable = usableEntries(parts, entries, { trusted: false })
  const existing = await existingChannels(parts.store)
  const known = Map.groupBy(await lists.addressesOf(id), ({ channelId }) => channelId)
  const missing = missingOf(known, { hideAfterRuns, elsewhere: await lists.listedElsewhere(id), existing })
  const { group, tag, always } = settings
  const options = { ...(group === undefined ? {} : { group }), ...(tag === undefined ? {} : { tag }), always }
  const listed = channelsOfList(usable, existing, { ...options, replace: false, vanished: missing.vanishedOf })
  const origins = new Set(listed.map(({ origin }) => origin))
  const byOrigin = new Map(existing.map((one) => [one.channel.origin, one]))
  const planned = [...listed, ...withoutVanished(existing, origins, missing.vanishedOf)].map((channel) => ({
    channel,
    changes: changesOf(channel, byOrigin.get(channel.origin)),
  }))
  const changed = planned.filter(({ changes }) => changes.length > 0)
  return {
    channels: changed.map(({ channel }) => channel),
    ids: new Map([...byOrigin].map(([origin, { channel }]) => [origin, channel.id])),
    listed,
    report: {
      ...noReport,
      entries: entries.length,
      faults,
      skipped: entries.length - usable.length,
      ...countsOf(changed.map(({ changes }) => changes)),
      unchanged: planned.length - changed.length,
      ...missing.counts(listed, byOrigin),
      examples: changed
        .slice(0, maxExamples)
        .map(({ channel: { name }, changes }) => ({ change: changes[0] ?? 'fields', name })),
    },
  }
}

function countsOf(all: readonly (readonly ListChange[])[]): Pick<ListReport, 'added' | 'changed' | 'hidden' | 'shown'> {
  const count = (change: ListChange): number => all.filter((changes) => changes.includes(change)).length
  const [added, hidden, shown] = [count('added'), count('hidden'), count('shown')]
  return { added, hidden, shown, changed: all.length - added - hidden - shown }
}

/** What the list had of each channel and has no more. */
function missingOf(
  known: ReadonlyMap<number, readonly ListedAddress[]>,
  {
    hideAfterRuns,
    elsewhere,
    existing,
  }: { hideAfterRuns: number; elsewhere: ReadonlySet<string>; existing: readonly ExistingChannel[] },
) {
  const addresses = new Map(
    existing.map(({ channel, sources }) => [
      channel.id,
      new Map(sources.flat().map(({ address }) => [hashOf(address), address])),
    ]),
  )
  /** Addresses of its lines that are not listed, with whether they have been missing for long enough. */
  const missing = (channelId: number, listed: ReadonlySet<string>): { address: string; isVanished: boolean }[] =>
    (known.get(channelId) ?? []).flatMap(({ hash, missedRuns }) => {
      const address = addresses.get(channelId)?.get(hash)
      if (address === undefined || listed.has(address) || elsewhere.has(`${channelId} ${hash}`)) return []
      return [{ address, isVanished: missedRuns + 1 >= hideAfterRuns }]
    })
  const vanishedOf: VanishedOf = (channelId, listed) =>
    new Set(missing(channelId, listed).flatMap(({ address, isVanished }) => (isVanished ? [address] : [])))
  return {
    vanishedOf,
    counts(
      listed: readonly ListedChannel[],
      byOrigin: ReadonlyMap<string, ExistingChannel>,
    ): Pick<ListReport, 'vanished' | 'missing'> {
      const listedOf = new Map(
        listed.map((channel) => [byOrigin.get(channel.origin)?.channel.id, new Set(channel.listed)]),
      )
      const all = [...known.keys()].flatMap((id) => missing(id, listedOf.get(id) ?? new Set()))
      const vanished = all.filter(({ isVanished }) => isVanished).length
      return { vanished, missing: all.length - vanished }
    },
  }
}
