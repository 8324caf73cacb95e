import { readStored } from '../../lib/storage.ts'
import { parseWatchRecords, resumeSec, watchRecordKey } from '../../lib/watching/watch-record-rules.ts'

/** Data in the page about the URL that the player will open first. */
export interface EarlyPlay {
  url: string
  id: number
  level: number
  /** Start position in seconds; null uses the watch record. */
  atSec: number | null
}

function isEarlyPlay(value: unknown): value is EarlyPlay {
  return value instanceof Object && 'url' in value && typeof value.url === 'string' && 'id' in value && 'level' in value
}

/** Reads the data attribute of the page's early script; null if there is none. */
export function readEarlyPlay(): { url: string; startSec: number } | null {
  const script = document.querySelector<HTMLScriptElement>('script[data-early]')
  const play: unknown = JSON.parse(script?.dataset.early ?? 'null')
  if (!isEarlyPlay(play)) return null
  return { url: play.url, startSec: play.atSec ?? resumeSec(parseWatchRecords(readStored(watchRecordKey)), play) }
}
