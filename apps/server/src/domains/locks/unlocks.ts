import { LRUCache } from 'lru-cache'
import { nowSec, type Clock } from '../../platform/process/clock.ts'
import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { LockStore } from './lock-store.ts'
import { unlockedForSec, type Lock } from './locks-rules.ts'

/** Which browsers have opened which locks. */
export interface Unlocks {
  /** Those of these locks that a browser has opened, by id. */
  opened(browserId: string | null, locks: readonly Lock[]): Promise<ReadonlySet<number>>
  /** Opens a lock. Returns until when, Unix seconds; null if the lock has been removed. */
  open(browserId: string, lockId: number): Promise<number | null>
}

/** Browsers whose open locks are remembered, so that segments need no query. */
const maxBrowsers = 10_000
const nothing: ReadonlySet<number> = new Set()

/**
 * Only what is open is remembered in memory: another process may open a lock at any time. A lock that is removed is asked
 * for no longer, and a changed password is another lock.
 */
export function createUnlocks({
  store,
  clock,
  hash,
}: {
  store: Pick<LockStore, 'open' | 'opened'>
  clock: Clock
  hash: KeyedHash
}): Unlocks {
  const remembered = new LRUCache<string, ReadonlyMap<number, number>>({ max: maxBrowsers })
  const keyOf = (browserId: string): Buffer => hash('browser session', browserId)
  return {
    async opened(browserId, locks) {
      if (browserId === null || locks.length === 0) return nothing
      const now = nowSec(clock)
      const lockIds = locks.map(({ lockId }) => lockId)
      const isOpen = (until: ReadonlyMap<number, number> | undefined) => (lockId: number) =>
        (until?.get(lockId) ?? 0) > now
      const known = remembered.get(browserId)
      if (lockIds.every(isOpen(known))) return new Set(lockIds)
      const stored = await store.opened(keyOf(browserId), lockIds, now)
      if (stored.size > 0) remembered.set(browserId, new Map([...(known ?? []), ...stored]))
      return new Set(lockIds.filter(isOpen(stored)))
    },
    async open(browserId, lockId) {
      const until = nowSec(clock) + unlockedForSec
      return (await store.open({ browser: keyOf(browserId), lockId, until })) ? until : null
    },
  }
}
