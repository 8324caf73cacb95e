import { type WatchRecord, isFinished, watchPercent } from '../../lib/watching/watch-record-rules.ts'

/** Watch progress of an episode. */
export interface WatchProgress {
  /** 0 to 100. */
  percent: number
  currentTime: number
  isFinished: boolean
}

/** Progress of a title's episodes by level. */
export function progressOf(records: readonly WatchRecord[], id: number): ReadonlyMap<number, WatchProgress> {
  const own = records.filter((record) => record.type === 'vod' && record.id === id)
  return new Map(
    own.map((record) => [
      record.level,
      { percent: watchPercent(record), currentTime: record.currentTime, isFinished: isFinished(record) },
    ]),
  )
}

/** Where to continue a title: the last watched episode, or the next one if it is finished. */
export function continuation(
  records: readonly WatchRecord[],
  id: number,
  hasEpisode: (level: number) => boolean,
): { level: number; currentTime: number } | null {
  const last = records.find((record) => record.type === 'vod' && record.id === id)
  if (!last) return null
  if (!isFinished(last)) return { level: last.level, currentTime: last.currentTime }
  return hasEpisode(last.level + 1) ? { level: last.level + 1, currentTime: 0 } : null
}
