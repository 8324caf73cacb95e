import type { HistoryItem, Source } from '@yunmu/contract'
import { neighbourOf, sourceOf } from '../../../domains/media/episode-rules.ts'
import { isBroadcast } from '../../../domains/library/history-rules.ts'
import { canResume, isFinished } from '../../../lib/watching/watch-record-rules.ts'

/** Pure rules of what home offers to resume. */

/** Titles and matches that may have something to resume: begun, or with an episode watched to the end, which may have a next one. */
export const candidatesOf = (items: readonly HistoryItem[]): HistoryItem[] =>
  items.filter((item) => !isBroadcast(item) && !item.gone && (canResume(item) || (item.isSerial && isFinished(item))))

/**
 * What to resume of a title: the episode itself, or after its end the next one that can be opened, from its start.
 *
 * @param sources of the title; needed after the end of an episode
 */
export function resumableOf(item: HistoryItem, sources: readonly Source[]): HistoryItem | null {
  if (canResume(item)) return item
  const next = neighbourOf(sourceOf(sources, 0)?.episodes ?? [], item.level, 1)
  if (!next) return null
  const { level, name: episode, duration } = next
  return { ...item, level, episode, duration, still: next.img || item.still, currentTime: 0, percent: 0 }
}
