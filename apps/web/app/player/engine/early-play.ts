import { readStored } from '../../lib/storage.ts'
import { parseWatchRecords, resumeSec, watchRecordKey } from '../../lib/watching/watch-record-rules.ts'

/** Data in the page about the URL that the player will open first. */
export interface EarlyPlay {
  url: string
  /** Start position in seconds, or the episode whose watch record has it. */
  startSec: number | { id: number; level: number }
}

function isEarlyPlay(value: unknown): value is EarlyPlay {
  return value instanceof Object && 'url' in value && typeof value.url === 'string' && 'startSec' in value
}

/** Reads the data attribute of the page's early script; null if there is none. */
export function readEarlyPlay(): { url: string; startSec: number } | null {
  const script = document.querySelector<HTMLScriptElement>('script[data-early]')
  const play: unknown = JSON.parse(script?.dataset.early ?? 'null')
  if (!isEarlyPlay(play)) return null
  const { url, startSec } = play
  if (typeof startSec === 'number') return { url, startSec }
  return { url, startSec: resumeSec(parseWatchRecords(readStored(watchRecordKey)), startSec) }
}
