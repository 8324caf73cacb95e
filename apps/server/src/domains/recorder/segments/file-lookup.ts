import { LRUCache } from 'lru-cache'
import type { CatchupStore } from '../catchup/catchup-store.ts'
import type { SegmentStore } from './segment-store.ts'

const runFile = /^((p?)([1-9]\d{0,9}))\/(?:init\.mp4|\d{6,12}\.m4s)$/
/** Runs that are known to be open: more than anybody watches at a time. */
const maxCachedRuns = 20_000

/**
 * Where what an address `<run>/<file>` below a stream names lies, relative to the data folder; null for what no playlist
 * names. A run is open from its first segment in the index on: its files are kept for ever by whoever reads them, and
 * before that they are not what they will be.
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
