import type { ChangeLog } from '../../platform/caching/change-log.ts'
import { dependsOn } from '../../platform/caching/collect-dependencies.ts'
import { createSharedRead } from '../../platform/caching/shared-read.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MatchStore } from './match-store.ts'
import { matchesChanged } from './matches-events.ts'

const presenceDependency = 'anyMatches'

/** Whether there are any matches, from memory. Values built from the answer depend on it. */
export function createMatchPresence(
  store: Pick<MatchStore, 'isAny'>,
  { events, changes, nowMs }: { events: Events; changes: ChangeLog; nowMs: () => number },
): () => Promise<boolean> {
  /** Null until it was read. */
  let known: boolean | null = null
  const presence = createSharedRead(async () => {
    known = await store.isAny()
    return known
  })
  events.on(matchesChanged, (detail) => {
    // A match that changed is there; only the first one, and the deletion of all, make a difference.
    if (known === true && detail && detail.ids.length > 0) return
    presence.invalidate()
    changes.changed([presenceDependency], nowMs())
  })
  return () => {
    dependsOn(presenceDependency)
    return presence.get(nowMs())
  }
}
