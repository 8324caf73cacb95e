import type { ChannelEntry } from '@yunmu/formats'
import { fetchLogos, type FetchLogo } from './fetch-logos.ts'
import { allLinesOf, readLineup, type LineupStore } from '../channel-lineup.ts'
import type { ChannelStore, ChannelToSave } from '../channel-store.ts'
import { channelsOfList, type ExistingChannel, type ListOptions } from './list-rules.ts'
import type { RecordedStreams } from '../live-needs.ts'

/** The result of importing a channel list. */
export interface ListImportResult {
  /** Addresses that cannot be recorded, or are not allowed in an untrusted list. */
  skipped: number
  /** New channels. */
  added: number
  /** Existing channels that entries were merged into. */
  merged: number
  lines: number
  /** Ids of the added and merged channels. */
  ids: number[]
  logos: number
}

export interface ListImportOptions extends ListOptions {
  /** Entered by the operator: sources may open ports and read files. External lists must not. */
  trusted: boolean
  /** Whether to fetch logos. */
  logos: boolean
  onSaved?: (done: number, total: number) => void
  onLogo?: (done: number, total: number) => void
}

export interface ListImportParts {
  store: ChannelStore
  save: (channels: readonly ChannelToSave[]) => Promise<number[]>
  addLogos: (logos: ReadonlyMap<number, string>) => Promise<number>
  fetchLogo: FetchLogo
  recorded: Pick<RecordedStreams, 'sourceKindOf'>
}

interface SavedChannels {
  counts: Omit<ListImportResult, 'logos' | 'skipped'>
  /** External logo URLs of channels without a logo, by channel id. */
  logoUrls: Map<number, string>
}

const batchSize = 50

/** Saves the channels of a list, then fetches the missing logos. */
export async function importList(
  parts: ListImportParts,
  entries: readonly ChannelEntry[],
  options: ListImportOptions,
): Promise<ListImportResult> {
  const usable = usableEntries(parts, entries, options)
  const { counts, logoUrls } = await parts.store.withLock(() => saveChannels(parts, usable, options))
  const logos = options.logos ? await addMissingLogos(parts, logoUrls, options.onLogo) : 0
  return { ...counts, skipped: entries.length - usable.length, logos }
}

/** The entries that can be recorded, and that the list may contain. */
export const usableEntries = (
  { recorded }: Pick<ListImportParts, 'recorded'>,
  entries: readonly ChannelEntry[],
  { trusted }: Pick<ListImportOptions, 'trusted'>,
): ChannelEntry[] =>
  entries.filter(({ url }) => {
    const source = recorded.sourceKindOf(url)
    return source === 'remote' || (source === 'local' && trusted)
  })

/**
 * Fetches logos, by channel id, and sets those of channels without one. Fetching takes minutes and is done without the lock;
 * changes of the channels meanwhile stay. Returns the number of new logos.
 */
export async function addMissingLogos(
  { fetchLogo, addLogos }: Pick<ListImportParts, 'fetchLogo' | 'addLogos'>,
  logoUrls: ReadonlyMap<number, string>,
  onLogo?: (done: number, total: number) => void,
): Promise<number> {
  const fetched = await fetchLogos([...logoUrls.values()], fetchLogo, (done, total) => onLogo?.(done, total))
  const logos = [...logoUrls].flatMap(([id, from]): [number, string][] => {
    const logo = fetched.get(from)
    return logo === undefined ? [] : [[id, logo]]
  })
  return logos.length === 0 ? 0 : addLogos(new Map(logos))
}

async function saveChannels(
  { store, save }: ListImportParts,
  entries: readonly ChannelEntry[],
  options: ListImportOptions,
): Promise<SavedChannels> {
  const existing = await existingChannels(store)
  const origins = new Set(existing.map(({ channel }) => channel.origin))
  const all = channelsOfList(entries, existing, options)
  const ids: number[] = []
  for (let at = 0; at < all.length; at += batchSize) {
    ids.push(...(await save(all.slice(at, at + batchSize))))
    options.onSaved?.(Math.min(all.length, at + batchSize), all.length)
  }
  const counts = {
    added: all.filter(({ origin }) => !origins.has(origin)).length,
    merged: all.filter(({ origin }) => origins.has(origin)).length,
    lines: all.reduce((sum, { lines }) => sum + lines.length, 0),
    ids,
  }
  const logoEntries = ids.map((id, at): [number, string] => [id, all[at]?.logoUrl ?? ''])
  return { counts, logoUrls: new Map(logoEntries.filter(([, from]) => from !== '')) }
}

/** The channels of the station with the sources of each line, hidden channels and disabled lines too. */
export async function existingChannels(store: Pick<ChannelStore, 'sources'> & LineupStore): Promise<ExistingChannel[]> {
  const { channels, hidden } = await readLineup(store)
  const all = [...channels, ...hidden].map((channel) => ({ channel, lines: allLinesOf(channel) }))
  const sources = await store.sources(all.flatMap(({ lines }) => lines.map(({ id }) => id)))
  return all.map(({ channel, lines }) => ({ channel, sources: lines.map(({ id }) => sources.get(id) ?? []) }))
}
