import type { HistoryItem } from '@yunmu/contract'
import type { LibraryNeeds, LibraryTitles } from './library-needs.ts'
import { keyOf, percentOf } from './record-rules.ts'
import type { StoredRecord } from './record-store.ts'

interface HistoryNeeds {
  titles: Pick<LibraryTitles, 'cards' | 'reachedEpisodes'>
  subjects: Pick<LibraryNeeds['subjects'], 'cards'>
}

/** What a history shows of a title or channel. */
type DisplayFields = Pick<
  HistoryItem,
  'pidId' | 'name' | 'img' | 'still' | 'thumb' | 'remarks' | 'episode' | 'isSerial' | 'fresh'
>

const emptyFields = { thumb: '', remarks: '', episode: '', isSerial: false, fresh: false }
const deletedFields: DisplayFields = { pidId: 0, name: '', img: '', still: '', ...emptyFields }

/** Composes records for display, in their order. Related data is loaded in one batch. */
export async function historyItems(
  { titles, subjects }: HistoryNeeds,
  records: readonly StoredRecord[],
  nowSec: number,
): Promise<HistoryItem[]> {
  const watched = records.filter(({ live }) => !live).map(({ refId, ...record }) => ({ titleId: refId, ...record }))
  const ids = watched.map(({ titleId }) => titleId)
  const [cards, reached, channelList] = await Promise.all([
    titles.cards(ids, nowSec),
    titles.reachedEpisodes(watched, nowSec),
    subjects.cards(
      'live',
      records.filter(({ live }) => live).map(({ refId }) => refId),
      nowSec,
    ),
  ])
  const fieldsByKey = new Map<string, DisplayFields>()
  for (const { id, pidId, name, img, backdrop, thumb, remarks } of cards) {
    const { name: episode = '', isSerial = false, still = '', fresh = false } = reached.get(id) ?? {}
    const fields = { pidId, name, img, still: still || backdrop, thumb, remarks, episode, isSerial, fresh }
    fieldsByKey.set(keyOf({ live: false, refId: id }), fields)
  }
  for (const { id, name, img, now } of channelList) {
    const fields = { pidId: 0, name, img, still: now?.img ?? '', ...emptyFields }
    fieldsByKey.set(keyOf({ live: true, refId: id }), fields)
  }
  return records.map((record): HistoryItem => {
    const fields = fieldsByKey.get(keyOf(record))
    return {
      ...(fields ?? { ...deletedFields, name: record.name }),
      type: record.type,
      id: record.refId,
      level: record.level,
      currentTime: record.positionMs / 1000,
      duration: record.durationMs / 1000,
      percent: percentOf(record.positionMs, record.durationMs),
      time: record.watchedAt,
      gone: fields === undefined,
    }
  })
}
