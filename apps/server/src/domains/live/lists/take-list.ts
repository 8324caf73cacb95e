import type { ChannelEntry } from '@yunmu/formats'
import { bringLogos, type BringLogo } from './bring-logos.ts'
import { readBook } from '../channel-book.ts'
import type { ChannelStore, ChannelToSave } from '../channel-store.ts'
import { channelsOfList, type ListWish } from './list-rules.ts'
import type { RecordedStreams } from '../live-needs.ts'

/** What became of a list of channels. */
export interface ListTaken {
  /** Addresses that nothing can be recorded from, or that are no matter of such a list. */
  passedOver: number
  /** Channels that were not there before. */
  added: number
  /** Channels that were there, and have new addresses now or not. */
  joined: number
  lines: number
  logos: number
}

export interface TakeWish extends ListWish {
  /** The operator's own words, which may open ports and read files; not so those of a list from elsewhere. */
  trusted: boolean
  /** Whether logos are fetched, too. */
  logos: boolean
  onSaved?: (done: number, total: number) => void
  onLogo?: (done: number, total: number) => void
}

interface TakeParts {
  store: ChannelStore
  save: (channels: readonly ChannelToSave[]) => Promise<number[]>
  addLogos: (logos: ReadonlyMap<number, string>) => Promise<number>
  bringLogo: BringLogo
  recorded: Pick<RecordedStreams, 'sourceOf'>
}

interface Kept {
  taken: Omit<ListTaken, 'logos' | 'passedOver'>
  /** Where the logos of channels lie that have none, by their ids. */
  logosFrom: Map<number, string>
}

const atOnce = 50

/** Keeps the channels of a list, and then the logos that they have none of yet. */
export async function takeList(parts: TakeParts, entries: readonly ChannelEntry[], wish: TakeWish): Promise<ListTaken> {
  const usable = entries.filter(({ url }) => {
    const source = parts.recorded.sourceOf(url)
    return source === 'fetched' || (source === 'own' && wish.trusted)
  })
  const { taken, logosFrom } = await parts.store.alone(() => keepChannels(parts, usable, wish))
  // Takes minutes: whatever becomes of the channels meanwhile stays.
  const came = await bringLogos(wish.logos ? [...logosFrom.values()] : [], parts.bringLogo, (done, total) =>
    wish.onLogo?.(done, total),
  )
  const logos = [...logosFrom].flatMap(([id, from]): [number, string][] => {
    const logo = came.get(from)
    return logo === undefined ? [] : [[id, logo]]
  })
  return {
    ...taken,
    passedOver: entries.length - usable.length,
    logos: logos.length === 0 ? 0 : await parts.addLogos(new Map(logos)),
  }
}

async function keepChannels(
  { store, save }: TakeParts,
  entries: readonly ChannelEntry[],
  wish: TakeWish,
): Promise<Kept> {
  const { channels, streams } = await readBook(store)
  const sources = await store.sources([...streams.keys()])
  const known = channels.map((channel) => ({
    channel,
    sources: channel.streams.map(({ id }) => sources.get(id) ?? []),
  }))
  const origins = new Set(channels.map(({ origin }) => origin))
  const all = channelsOfList(entries, known, wish)
  const ids: number[] = []
  for (let at = 0; at < all.length; at += atOnce) {
    ids.push(...(await save(all.slice(at, at + atOnce))))
    wish.onSaved?.(Math.min(all.length, at + atOnce), all.length)
  }
  const taken = {
    added: all.filter(({ origin }) => !origins.has(origin)).length,
    joined: all.filter(({ origin }) => origins.has(origin)).length,
    lines: all.reduce((sum, { lines }) => sum + lines.length, 0),
  }
  const wanting = ids.map((id, at): [number, string] => [id, all[at]?.logoFrom ?? ''])
  return { taken, logosFrom: new Map(wanting.filter(([, from]) => from !== '')) }
}
