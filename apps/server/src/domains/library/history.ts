import type { HistoryItem } from '@yunmu/contract'
import type { LibraryChannels, LibraryTitles } from './library-needs.ts'
import { keyOf, percentOf } from './record-rules.ts'
import type { KeptRecord } from './record-store.ts'

interface HistoryNeeds {
  titles: Pick<LibraryTitles, 'cards' | 'reached'>
  channels: Pick<LibraryChannels, 'channelsByIds'>
}

/** What of a title or a channel stands in a history; nothing where it is gone. */
type Face = Pick<
  HistoryItem,
  'pidId' | 'name' | 'img' | 'still' | 'thumb' | 'remarks' | 'episode' | 'isSerial' | 'fresh'
>

const unnamed = { thumb: '', remarks: '', episode: '', isSerial: false, fresh: false }
const nothing: Face = { pidId: 0, name: '', img: '', still: '', ...unnamed }

/** Records as a history shows them, in their order, with everything fetched in one batch. */
export async function historyItems(
  { titles, channels }: HistoryNeeds,
  records: readonly KeptRecord[],
  nowSec: number,
): Promise<HistoryItem[]> {
  const watched = records.filter(({ live }) => !live).map(({ refId, ...record }) => ({ titleId: refId, ...record }))
  const ids = watched.map(({ titleId }) => titleId)
  const [cards, reached, seen] = await Promise.all([
    titles.cards(ids, nowSec),
    titles.reached(watched, nowSec),
    channels.channelsByIds(
      records.filter(({ live }) => live).map(({ refId }) => refId),
      nowSec,
    ),
  ])
  const faces = new Map<string, Face>()
  for (const { id, pidId, name, img, backdrop, thumb, remarks } of cards) {
    const { name: episode = '', isSerial = false, still = '', fresh = false } = reached.get(id) ?? {}
    const face = { pidId, name, img, still: still || backdrop, thumb, remarks, episode, isSerial, fresh }
    faces.set(keyOf({ live: false, refId: id }), face)
  }
  for (const { id, name, img, now } of seen) {
    const face = { pidId: 0, name, img, still: now?.img ?? '', ...unnamed }
    faces.set(keyOf({ live: true, refId: id }), face)
  }
  return records.map((record): HistoryItem => {
    const face = faces.get(keyOf(record))
    return {
      ...(face ?? { ...nothing, name: record.name }),
      type: record.type,
      id: record.refId,
      level: record.level,
      currentTime: record.positionMs / 1000,
      duration: record.durationMs / 1000,
      percent: percentOf(record.positionMs, record.durationMs),
      time: record.watchedAt,
      gone: face === undefined,
    }
  })
}
