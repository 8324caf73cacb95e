import { LRUCache } from 'lru-cache'
import type { FetchSlot, FetchSlots, RelayClient } from './fetch-slots.ts'
import { isHostFailure } from './relay-error.ts'

/** Loads from other hosts: one at a time for each key, whose failure counts for some seconds. */
export interface SharedLoads<Value> {
  /**
   * Joins the load of a key, or starts it in a slot that it must release. A client that may not start one is refused alone.
   * @throws RelayError, EgressError, RefusalError
   */
  get(
    key: string,
    from: { url: string; client: RelayClient },
    load: (slot: FetchSlot) => Promise<Value>,
  ): Promise<Value>
  /** Remembers a failure that was found after the load. */
  fail(key: string, err: unknown): void
  clear(): void
}

/** A host that fails is not asked again at once; players try again after a second or two. */
const failureMs = 5000
const maxFailures = 2000

export function createSharedLoads<Value>({
  slots,
  nowMs,
}: {
  slots: FetchSlots
  nowMs: () => number
}): SharedLoads<Value> {
  const pending = new Map<string, Promise<Value>>()
  const failures = new LRUCache<string, { err: unknown; atMs: number }>({ max: maxFailures })

  const fail = (key: string, err: unknown): void => {
    if (isHostFailure(err)) failures.set(key, { err, atMs: nowMs() })
  }
  const start = (key: string, load: (slot: FetchSlot) => Promise<Value>, slot: FetchSlot): Promise<Value> => {
    const loading = load(slot)
      .catch((err: unknown) => {
        slot.release()
        fail(key, err)
        throw err
      })
      .finally(() => pending.delete(key))
    pending.set(key, loading)
    return loading
  }

  const throwRecentFailure = (key: string): void => {
    const failure = failures.get(key)
    if (failure && Math.abs(nowMs() - failure.atMs) < failureMs) throw failure.err
  }

  return {
    async get(key, { url, client }, load) {
      throwRecentFailure(key)
      if (!pending.has(key)) {
        // Not within the shared promise: the others are not refused with this client.
        await client.admit()
        throwRecentFailure(key)
      }
      return pending.get(key) ?? start(key, load, slots.acquire(url, client))
    },
    fail,
    clear: () => failures.clear(),
  }
}
