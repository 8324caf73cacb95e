import { readStored } from '../../lib/storage.ts'
import { parseWatchRecords, resumeSec, watchRecordKey } from '../../lib/watching/watch-record-rules.ts'

/** What the page of a player says about the address that it will open first. */
export interface EarlyPlay {
  url: string
  id: number
  level: number
  /** Where to begin, seconds; null leaves it to what was watched. */
  atSec: number | null
}

function isEarlyPlay(value: unknown): value is EarlyPlay {
  return value instanceof Object && 'url' in value && typeof value.url === 'string' && 'id' in value && 'level' in value
}

/** Reads what the page's own early script was given; null where there is none. */
export function readEarlyPlay(): { url: string; startSec: number } | null {
  const script = document.querySelector<HTMLScriptElement>('script[data-early]')
  const play: unknown = JSON.parse(script?.dataset.early ?? 'null')
  if (!isEarlyPlay(play)) return null
  return { url: play.url, startSec: play.atSec ?? resumeSec(parseWatchRecords(readStored(watchRecordKey)), play) }
}
