import type { HistoryItem } from '@yunmu/contract'
import { useSpoilerMark } from '../../lib/site/spoilers.ts'

/**
 * The value of `data-spoiler` for what tells the length of a match, and with it extra time; undefined for everything
 * without a score and for matches that the reader has opened.
 */
export function useItemSpoiler({ type, id }: Pick<HistoryItem, 'type' | 'id'>): '' | undefined {
  const mark = useSpoilerMark(id)
  return type === 'match' ? mark : undefined
}
