import type { HistoryItem } from '@yunmu/contract'
import type { LibraryTitles } from './library-needs.ts'
import { percentOf } from './record-rules.ts'
import type { KeptRecord } from './record-store.ts'

/** Records as a history shows them, in their order, with everything fetched in one batch. */
export async function historyItems(
  titles: Pick<LibraryTitles, 'cards' | 'reached'>,
  records: readonly KeptRecord[],
  nowSec: number,
): Promise<HistoryItem[]> {
  const watched = records.filter(({ live }) => !live).map(({ refId, ...record }) => ({ titleId: refId, ...record }))
  const ids = watched.map(({ titleId }) => titleId)
  const [cards, reached] = await Promise.all([titles.cards(ids, nowSec), titles.reached(watched, nowSec)])
  const cardOf = new Map(cards.map((card) => [card.id, card]))
  return records.map((record): HistoryItem => {
    const card = record.live ? undefined : cardOf.get(record.refId)
    const episode = card && reached.get(card.id)
    return {
      type: record.type,
      id: record.refId,
      pidId: card?.pidId ?? 0,
      name: card?.name ?? record.name,
      img: card?.img ?? '',
      still: episode?.still || (card?.backdrop ?? ''),
      thumb: card?.thumb ?? '',
      remarks: card?.remarks ?? '',
      level: record.level,
      episode: episode?.name ?? '',
      currentTime: record.positionMs / 1000,
      duration: record.durationMs / 1000,
      percent: percentOf(record.positionMs, record.durationMs),
      time: record.watchedAt,
      fresh: episode?.fresh ?? false,
      gone: card === undefined,
    }
  })
}
