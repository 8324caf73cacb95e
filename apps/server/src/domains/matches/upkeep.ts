import type { Schedule } from '../../platform/domain-module.ts'
import { announceMatches, createChanged } from './announce-matches.ts'
import { settle } from './course-rules.ts'
import type { MatchesParts } from './matches-parts.ts'
import { followedDays, type RecordingSettings } from './recordings/recording-rules.ts'
import type { OperatorStreams } from './streams/operator-streams.ts'

/** Matches that should have begun so long ago are looked at. */
const unsettledAfterSec = 6 * 3600
const daySec = 24 * 3600
/** Users see the matches that they subscribed to this long after the start. */
const subscribedSec = 90 * daySec
const matchesAtOnce = 1000

interface UpkeepParts extends Pick<MatchesParts, 'store' | 'eventStore' | 'events' | 'subscriptions'> {
  streams: Pick<OperatorStreams, 'deleteUnused'>
  settings: Pick<RecordingSettings, 'replayDays'>
}

export interface Upkeep {
  settle(): Promise<void>
  schedules: readonly Schedule[]
}

/** Keeps in order what no request does. */
export function createUpkeep(parts: UpkeepParts, nowMs: () => number): Upkeep {
  const { store, eventStore, events, streams, settings } = parts
  const nowSec = (): number => Math.floor(nowMs() / 1000)
  const settleAll = async (): Promise<void> => {
    for (const { id, course, ...told } of await store.unsettled(nowSec() - unsettledAfterSec)) {
      if (settle(course, { ...told, nowMs: nowMs() }) === course) continue
      // From its events, under its lock: meanwhile one may have been told.
      const changed = createChanged()
      await eventStore.add(id, [], nowMs(), {
        async announce(tx, { before, after, competitionId }) {
          if (after.state === before.state) return
          changed.ids.add(id)
          changed.competitionIds.add(competitionId)
          await announceMatches(changed, (event, detail) => events.announceIn(tx, event, detail))
        },
      })
      await announceMatches(changed, async (event, detail) => events.announce(event, detail))
    }
  }
  return {
    settle: settleAll,
    schedules: [
      { name: 'matches.settle', everyMinutes: 5, run: settleAll },
      {
        name: 'matches.deleteSubscriptions',
        everyMinutes: 24 * 60,
        run: () => deleteOldSubscriptions(parts, nowSec() - subscribedSec),
      },
      {
        name: 'matches.deleteUnusedChannels',
        everyMinutes: 24 * 60,
        run: () => streams.deleteUnused(nowSec() - followedDays(settings) * daySec),
      },
    ],
  }
}

/** Deletes subscriptions of matches that began before a time and are over, or that were deleted. */
async function deleteOldSubscriptions({ store, subscriptions }: UpkeepParts, beforeSec: number): Promise<void> {
  let afterId = 0
  for (;;) {
    const ids = await subscriptions.matches({ afterId, limit: matchesAtOnce })
    const kept = await store.current(ids, beforeSec)
    const old = ids.filter((id) => !kept.has(id))
    if (old.length > 0) await subscriptions.removeOf(old)
    const last = ids.at(-1)
    if (last === undefined || ids.length < matchesAtOnce) return
    afterId = last
  }
}
