import type { ChannelEntry } from '@yunmu/formats'
import { bringLogos, type BringLogo } from './bring-logos.ts'
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
  logos: number
}

export interface TakeWish extends ListWish {
  /** Whether logos are fetched, too. */
  logos: boolean
  onSaved?: (done: number, total: number) => void
  onLogo?: (done: number, total: number) => void
}

const atOnce = 50

/** Keeps the channels of a list, and then the logos that they have none of yet. */
export async function takeList(
  parts: {
    book: () => Promise<ChannelBook>
    store: Pick<ChannelStore, 'sources'>
    save: (channels: readonly ChannelToSave[]) => Promise<number[]>
    bringLogo: BringLogo
  },
  entries: readonly ChannelEntry[],
  wish: TakeWish,
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
  const wanted = wish.logos ? all.filter(({ logoFrom }) => logoFrom !== '') : []
  const came = await bringLogos(
    wanted.map(({ logoFrom }) => logoFrom),
    parts.bringLogo,
    (done, total) => wish.onLogo?.(done, total),
  )
  const withLogos = wanted.flatMap((channel) => {
    const logo = came.get(channel.logoFrom)
    return logo === undefined ? [] : [{ ...channel, logo }]
  })
  if (withLogos.length > 0) await parts.save(withLogos)
  return {
    logos: withLogos.length,
    added: all.filter(({ origin }) => !origins.has(origin)).length,
    joined: all.filter(({ origin }) => origins.has(origin)).length,
    lines: all.reduce((sum, { lines }) => sum + lines.length, 0),
  }
}
