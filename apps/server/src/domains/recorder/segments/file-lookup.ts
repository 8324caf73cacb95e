import { LRUCache } from 'lru-cache'
import type { CatchupStore } from '../catchup/catchup-store.ts'
import type { SegmentStore } from './segment-store.ts'

const runFile = /^((p?)([1-9]\d{0,9}))\/(?:init\.mp4|\d{6,12}\.m4s)$/
/** Cached runs; more than are watched at the same time. */
const maxCachedRuns = 20_000

/**
 * Maps a URL path `<run>/<file>` of a stream to its file relative to the data folder; null if no playlist can name it. The
 * files of a run are accessible only after its first segment is in the index: caches store them for ever, and before that
 * the init segment may still change.
 */
export function createFileLookup(stores: {
  segments: Pick<SegmentStore, 'runIds'>
  catchups: Pick<CatchupStore, 'startedIds'>
}): (streamId: number, rest: string) => Promise<string | null> {
  const cache = new LRUCache<string, true>({ max: maxCachedRuns })
  return async (streamId, rest) => {
    const [, folder, past, id] = runFile.exec(rest) ?? []
    if (folder === undefined) return null
    const key = `${streamId}/${folder}`
    if (!cache.has(key)) {
      const runIds = await (past === '' ? stores.segments.runIds(streamId) : stores.catchups.startedIds(streamId))
      if (!runIds.has(Number(id))) return null
      cache.set(key, true)
    }
    return `live/${streamId}/${rest}`
  }
}
