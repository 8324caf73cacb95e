import type { OnAir } from '@yunmu/contract'
import type { Events } from '../../platform/events/events.ts'
import { guideChanged } from './guide-events.ts'
import type { StoredProgramme } from './programme-rules.ts'
import type { ProgrammeStore } from './programme-store.ts'

export interface NowAndNext {
  now: OnAir | null
  next: OnAir | null
}

/** Channels without a guide are asked for again after a while. */
const emptyHoldsSec = 300

const shownOf = ({ id, name, startSec, endSec, img }: StoredProgramme): OnAir => ({
  id,
  name,
  start: startSec,
  end: endSec,
  img,
})

interface Known extends NowAndNext {
  fromSec: number
  untilSec: number
}

/** How long what is said of a channel holds: until something begins or ends. */
function knownOf(programmes: readonly StoredProgramme[], nowSec: number): Known {
  const now = programmes.find(({ startSec }) => startSec <= nowSec)
  const next = programmes.find(({ startSec }) => startSec > nowSec)
  return {
    now: now ? shownOf(now) : null,
    next: next ? shownOf(next) : null,
    fromSec: nowSec,
    untilSec: Math.min(now?.endSec ?? Number.POSITIVE_INFINITY, next?.startSec ?? nowSec + emptyHoldsSec),
  }
}

/** What is on and what comes, of every channel that was asked for, kept until it is over or the guide changes. */
export function createOnAir(store: Pick<ProgrammeStore, 'onAir'>, events: Events) {
  let known = new Map<number, Known>()
  events.on(guideChanged, () => {
    known = new Map()
  })
  return async (channelIds: readonly number[], nowSec: number): Promise<Map<number, NowAndNext>> => {
    const holds = ({ fromSec, untilSec }: Known): boolean => fromSec <= nowSec && nowSec < untilSec
    const kept = known
    const missing = channelIds.filter((id) => {
      const entry = kept.get(id)
      return !entry || !holds(entry)
    })
    if (missing.length > 0) {
      const found = Map.groupBy(await store.onAir(missing, nowSec), ({ channelId }) => channelId)
      for (const id of missing) kept.set(id, knownOf(found.get(id) ?? [], nowSec))
    }
    return new Map(
      channelIds.flatMap((id) => {
        const entry = kept.get(id)
        return entry && (entry.now ?? entry.next) ? [[id, { now: entry.now, next: entry.next }] as const] : []
      }),
    )
  }
}
