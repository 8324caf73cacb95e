import { maxId } from '@yunmu/contract'
import type { EntryInput, EntryRefusal } from './entry-rules.ts'
import { parseEntry, timesRefusal } from './entry-rules.ts'
import type { Displaced, EntryStore, GuideEntry } from './entry-store.ts'
import type { GuideChannels } from './guide-needs.ts'
import type { SourceStore } from './source-store.ts'
import type { Span } from './timetable-rules.ts'

/** Editing of the guide by the operator. `busy`: another process is importing a guide. */
export interface GuideEntries {
  /** Entries of a channel that begin in a span, with those that were removed by hand. */
  ofChannel(channelId: number, span: Span): Promise<GuideEntry[]>
  /** What was entered or removed by hand and has not ended, of all channels. */
  byHand(): Promise<GuideEntry[]>
  add(input: EntryInput): Promise<{ id: number; displaced: Displaced } | EntryRefusal | 'busy'>
  /**
   * Moves an entry, wherever it comes from; without an end it stays as long as it is. It keeps its id, so that links to it
   * stay valid.
   */
  move(
    id: number,
    to: { channelId?: number; startSec: number; endSec: number | undefined },
  ): Promise<{ entry: GuideEntry; displaced: Displaced } | EntryRefusal | 'NoSuchEntry' | 'busy'>
  /** Removes an entry, wherever it comes from. Imports and schedules do not bring it back. */
  remove(id: number): Promise<GuideEntry | 'NoSuchEntry' | 'busy'>
  /** Forgets what was removed, so that the next import or plan of a schedule brings it back. Returns the number of these programmes. */
  restore(channelId: number, span: Span): Promise<number | 'busy'>
  /** The channel's name, or null if there is none. */
  channelName(channelId: number): Promise<string | null>
}

interface EntriesNeeds {
  store: EntryStore
  sources: SourceStore
  channels: GuideChannels
  nowSec: () => number
  announceChange: () => void
}

export function createGuideEntries({ store, sources, channels, nowSec, announceChange }: EntriesNeeds): GuideEntries {
  const channelName = async (channelId: number): Promise<string | null> =>
    (await channels.all()).find(({ id }) => id === channelId)?.name ?? null

  /** Why there is no room for an entry; null if there is. */
  const roomRefusal = async (channelId: number, span: Span, ownId: number): Promise<EntryRefusal | null> => {
    if ((await channelName(channelId)) === null) return { reason: 'NoSuchChannel' }
    const other = await store.findOverlap(channelId, span, ownId)
    return other && { reason: 'Overlaps', other }
  }
  const findEntry = (id: number): Promise<GuideEntry | null> => (id > maxId ? Promise.resolve(null) : store.find(id))

  return {
    ofChannel: store.ofChannel,
    byHand: () => store.byHand(nowSec()),
    channelName,

    // Not during an import, which has read already what it leaves out.
    add: (input) =>
      sources.withImportLock(async () => {
        const entry = parseEntry(input, nowSec())
        if ('reason' in entry) return entry
        const refusal = await roomRefusal(entry.channelId, entry, 0)
        if (refusal) return refusal
        const added = await store.add(entry)
        announceChange()
        return added
      }),

    move: (id, { channelId: newChannelId, startSec, endSec }) =>
      sources.withImportLock(async () => {
        const entry = await findEntry(id)
        if (!entry) return 'NoSuchEntry'
        const to = {
          channelId: newChannelId ?? entry.channelId,
          startSec,
          endSec: endSec ?? startSec + entry.endSec - entry.startSec,
        }
        const refusal = timesRefusal(to, nowSec()) ?? (await roomRefusal(to.channelId, to, id))
        if (refusal) return refusal
        const displaced = await store.move(entry, to)
        await sources.forgetFiles()
        announceChange()
        return { entry: { ...entry, ...to, origin: 'hand' }, displaced }
      }),

    remove: (id) =>
      sources.withImportLock(async () => {
        const entry = await findEntry(id)
        if (!entry) return 'NoSuchEntry'
        await store.remove(entry)
        if (entry.origin === 'hand') await sources.forgetFiles()
        announceChange()
        return entry
      }),

    restore: (channelId, span) =>
      sources.withImportLock(async () => {
        const count = await store.restore(channelId, span)
        if (count > 0) await sources.forgetFiles()
        return count
      }),
  }
}
