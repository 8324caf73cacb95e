import { RelayError } from './relay-error.ts'

/** For whom something is fetched. */
export interface RelayClient {
  /** What the limits count as one client; null for this machine itself, which has none. */
  key: string | null
  /** Consumes a point of the client's rate limit. @throws RefusalError if too much was fetched for it */
  admit(): Promise<void>
}

/** The right to one fetch. It is released when the body has ended or its connection is closed. */
export interface FetchSlot {
  /** May be called more than once. */
  release(): void
}

export interface FetchSlots {
  /** @throws RelayError `busy` */
  acquire(url: string, client: RelayClient): FetchSlot
}

/** Fetches at once in one process: each may hold a segment in memory. */
const maxFetches = 24
/** A slow host leaves room for the others. */
const maxPerHost = 16
/** One client with several viewers leaves room for the others. */
const maxPerClient = 8

/** Limits how much is fetched at once: in all, from one host, and for one client. */
export function createFetchSlots(): FetchSlots {
  const used = new Map<string, number>()
  const add = (key: string, change: 1 | -1): void => {
    const count = (used.get(key) ?? 0) + change
    if (count === 0) used.delete(key)
    else used.set(key, count)
  }
  return {
    acquire(url, client) {
      const limits: [string, number][] = [
        ['all', maxFetches],
        [`host ${new URL(url).host}`, maxPerHost],
        ...(client.key === null ? [] : [[`client ${client.key}`, maxPerClient] satisfies [string, number]]),
      ]
      if (limits.some(([key, max]) => (used.get(key) ?? 0) >= max)) throw new RelayError('busy')
      for (const [key] of limits) add(key, 1)
      let isReleased = false
      return {
        release() {
          if (isReleased) return
          isReleased = true
          for (const [key] of limits) add(key, -1)
        },
      }
    },
  }
}
