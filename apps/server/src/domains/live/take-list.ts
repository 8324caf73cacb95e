import type { ChannelEntry } from '@yunmu/formats'
import type { ChannelBook } from './channel-book.ts'
import type { ChannelStore, ChannelToSave } from './channel-store.ts'
import { channelsOfList, type ListWish } from './list-rules.ts'

/** What became of a list of channels. */
export interface ListTaken {
  /** Channels that were not there before. */
  added: number
  /** Channels that were there, and have new addresses now or not. */
  joined: number
  lines: number
}

const atOnce = 50

/** Keeps the channels of a list; `onSaved` is told how far it is. */
export async function takeList(
  parts: {
    book: () => Promise<ChannelBook>
    store: Pick<ChannelStore, 'sources'>
    save: (channels: readonly ChannelToSave[]) => Promise<number[]>
  },
  entries: readonly ChannelEntry[],
  wish: ListWish & { onSaved?: (done: number, total: number) => void },
): Promise<ListTaken> {
  const { channels, streams } = await parts.book()
  const sources = await parts.store.sources([...streams.keys()])
  const known = channels.map((channel) => ({
    channel,
    sources: channel.streams.map(({ id }) => sources.get(id) ?? []),
  }))
  const origins = new Set(channels.map(({ origin }) => origin))
  const all = channelsOfList(entries, known, wish)
  for (let at = 0; at < all.length; at += atOnce) {
    await parts.save(all.slice(at, at + atOnce))
    wish.onSaved?.(Math.min(all.length, at + atOnce), all.length)
  }
  return {
    added: all.filter(({ origin }) => !origins.has(origin)).length,
    joined: all.filter(({ origin }) => origins.has(origin)).length,
    lines: all.reduce((sum, { lines }) => sum + lines.length, 0),
  }
}
