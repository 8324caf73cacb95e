import type { CommentKind, HistoryItem } from '@yunmu/contract'
import type { LibraryNeeds, LibraryTitles } from './library-needs.ts'
import { keyOf, percentOf } from './record-rules.ts'
import type { StoredRecord } from './record-store.ts'

interface HistoryNeeds {
  titles: Pick<LibraryTitles, 'cards' | 'reachedEpisodes'>
  subjects: Pick<LibraryNeeds['subjects'], 'cards'>
}

/** What a history shows of a title, channel or match. */
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
  const idsOf = (kind: CommentKind): number[] =>
    records.filter((record) => record.kind === kind).map(({ refId }) => refId)
  const watched = records
    .filter(({ kind }) => kind === 'vod')
    .map(({ refId, ...record }) => ({ titleId: refId, ...record }))
  const ids = watched.map(({ titleId }) => titleId)
  const [cards, reached, channelList, matches] = await Promise.all([
    titles.cards(ids, nowSec),
    titles.reachedEpisodes(watched, nowSec),
    subjects.cards('live', idsOf('live'), nowSec),
    subjects.cards('match', idsOf('match'), nowSec),
  ])
  const fieldsByKey = new Map<string, DisplayFields>()
  for (const { id, pidId, name, img, backdrop, thumb, remarks } of cards) {
    const { name: episode = '', isSerial = false, still = '', fresh = false } = reached.get(id) ?? {}
    const fields = { pidId, name, img, still: still || backdrop, thumb, remarks, episode, isSerial, fresh }
    fieldsByKey.set(keyOf({ kind: 'vod', refId: id }), fields)
  }
  for (const { id, name, img, now } of channelList) {
    const fields = { pidId: 0, name, img, still: now?.img ?? '', ...emptyFields }
    fieldsByKey.set(keyOf({ kind: 'live', refId: id }), fields)
  }
  for (const { id, home, away, league, round } of matches) {
    const remarks = [league, round].filter((word) => word !== '').join(' ')
    // The picture for previews of links shows crests and the start, never the score.
    const still = `/media/cards/match-${id}.webp`
    const fields = { ...emptyFields, pidId: 0, name: `${home.name} 对 ${away.name}`, img: '', still, remarks }
    fieldsByKey.set(keyOf({ kind: 'match', refId: id }), fields)
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
