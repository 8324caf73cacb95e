import type { HistoryItem } from '@yunmu/contract'
import { liveUrl, matchUrl, vodUrl } from '../../lib/urls.ts'
import { watchPercent, type WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { syncTypeOf } from '../../lib/watching/watch-records.ts'

/** Converts a local watch record to a history item. */
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

/** URL to continue watching; null if it is no longer available. */
export function itemUrl(item: HistoryItem): string | null {
  if (item.gone) return null
  // Each kind has addresses of its own.
  if (item.type === 'match') return matchUrl({ id: item.id, stream: item.level })
  return item.type === 'live' ? liveUrl({ types: 'tv', stream: 0, id: item.id }) : vodUrl(item)
}
