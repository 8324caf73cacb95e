import type { HistoryItem } from '@yunmu/contract'
import { liveUrl, vodUrl } from '../../lib/urls.ts'
import { watchPercent, type WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { syncTypeOf } from '../../lib/watching/watch-records.ts'

/** A record of this browser as a line of a history. */
export const itemOfRecord = (record: WatchRecord): HistoryItem => ({
  type: syncTypeOf(record),
  id: record.id,
  pidId: record.pidId,
  name: record.name,
  img: '',
  still: record.img,
  thumb: '',
  remarks: '',
  level: record.level,
  episode: record.isLevel ? String(record.level) : '',
  isSerial: record.isLevel,
  currentTime: record.currentTime,
  duration: record.duration,
  percent: watchPercent(record),
  time: record.time,
  fresh: false,
  gone: false,
})

/** Where it is gone on with; null for what cannot be opened. */
export function itemUrl(item: HistoryItem): string | null {
  if (item.gone) return null
  // Under another kind of address a channel moves to its own.
  return item.type === 'live' ? liveUrl({ types: 'tv', stream: 0, id: item.id }) : vodUrl(item)
}
