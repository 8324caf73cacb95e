import type { OnAir } from '@yunmu/contract'
import type { Events } from '../../platform/events/events.ts'
import { guideChanged } from './guide-events.ts'
import type { StoredProgramme } from './programme-rules.ts'
import type { ProgrammeStore } from './programme-store.ts'

export interface NowAndNext {
  now: OnAir | null
  next: OnAir | null
}

/** Cache lifetime for channels without a guide. */
const emptyTtlSec = 300

const onAirOf = ({ id, name, startSec, endSec, img }: StoredProgramme): OnAir => ({
  id,
  name,
  start: startSec,
  end: endSec,
  img,
})

interface CachedEntry extends NowAndNext {
  fromSec: number
  untilSec: number
}

/** An entry is fresh until the current programme ends or the next one begins. */
function cachedEntry(programmes: readonly StoredProgramme[], nowSec: number): CachedEntry {
  const now = programmes.find(({ startSec }) => startSec <= nowSec)
  const next = programmes.find(({ startSec }) => startSec > nowSec)
  return {
    now: now ? onAirOf(now) : null,
    next: next ? onAirOf(next) : null,
    fromSec: nowSec,
    untilSec: Math.min(now?.endSec ?? Number.POSITIVE_INFINITY, next?.startSec ?? nowSec + emptyTtlSec),
  }
}

/** The current and the next programme of channels, cached until one begins or ends or the guide changes. */
export function createOnAir(store: Pick<ProgrammeStore, 'onAir'>, events: Events) {
  let cache = new Map<number, CachedEntry>()
  events.on(guideChanged, () => {
    cache = new Map()
  })
  return async (channelIds: readonly number[], nowSec: number): Promise<Map<number, NowAndNext>> => {
    const isFresh = ({ fromSec, untilSec }: CachedEntry): boolean => fromSec <= nowSec && nowSec < untilSec
    const entries = cache
    const missing = channelIds.filter((id) => {
      const entry = entries.get(id)
      return !entry || !isFresh(entry)
    })
    if (missing.length > 0) {
      const found = Map.groupBy(await store.onAir(missing, nowSec), ({ channelId }) => channelId)
      for (const id of missing) entries.set(id, cachedEntry(found.get(id) ?? [], nowSec))
    }
    return new Map(
      channelIds.flatMap((id) => {
        const entry = entries.get(id)
        return entry && (entry.now ?? entry.next) ? [[id, { now: entry.now, next: entry.next }] as const] : []
      }),
    )
  }
}
