import { chinaDayNumber, daySec } from '@yunmu/contract/china-time'
import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import type { EventKind, Events } from '../events/events.ts'

/** A reply as it leaves: the bytes of its envelope and their ETag. */
export interface SealedReply {
  readonly bytes: Buffer
  readonly etag: string
}

/** Bytes and ETag (RFC 9110, 8.8.3) of an envelope. */
export function sealedReply(body: string): SealedReply {
  const bytes = Buffer.from(body)
  return { bytes, etag: `"${createHash('sha1').update(bytes).digest('base64url')}"` }
}

/**
 * Counts the midnights that no reply outlives: Greenwich's, with which the key changes that replies are sealed by, and
 * China's, with which 'today' does. Part of the key of what is kept.
 */
export const midnightsBy = (nowMs: number): number => Math.floor(nowMs / 1000 / daySec) + chinaDayNumber(nowMs / 1000)

/**
 * Keeps what is the same for every anonymous visitor until one of the events that it was made from. A missing value is
 * made once, however many ask; a value whose making began before an event is given to those who wait, but not kept.
 */
export interface ReplyCache<Value> {
  get(key: string, until: readonly EventKind[], make: () => Promise<Value>): Promise<Value>
  /** What is kept and current, or undefined. */
  peek(key: string, until: readonly EventKind[]): Promise<Value> | undefined
  /** Runs when anything went stale: for caches in front of this one. */
  onStale(listener: () => void): void
  /** Counts how often anything went stale. A value asked for at another count may be of before. */
  staleCount(): number
}

interface Entry<Value> {
  value: Promise<Value>
  generation: number
}

export function createReplyCache<Value>(options: {
  events: Events
  maxEntries: number
  /** Visitors choose addresses and sizes of pages: entries alone would be no limit of memory. */
  maxBytes: number
  /** About how much memory a value takes. */
  bytesOf: (value: Value) => number
  maxAgeMs: number
}): ReplyCache<Value> {
  const kept = new LRUCache<string, Entry<Value>>({
    max: options.maxEntries,
    maxSize: options.maxBytes,
    ttl: options.maxAgeMs,
  })
  /** Begins with the size of the key. That of the value is known once it is made, and counts with a new entry alone. */
  const keep = (key: string, entry: Entry<Value>): void => {
    kept.set(key, entry, { size: key.length + 1 })
    entry.value.then(
      (value) => {
        if (kept.peek(key) === entry) kept.set(key, { ...entry }, { size: key.length + 1 + options.bytesOf(value) })
      },
      () => kept.peek(key) === entry && kept.delete(key),
    )
  }
  /** How often each event has happened. The sum over some events is their common generation. */
  const happened = new Map<string, number>()
  const staleListeners: (() => void)[] = []
  let staleCount = 0
  const tellStale = (): void => {
    staleCount++
    for (const listener of staleListeners) listener()
  }

  const follow = (event: EventKind): number => {
    const count = happened.get(event.name)
    if (count !== undefined) return count
    happened.set(event.name, 0)
    options.events.on(event, () => {
      happened.set(event.name, (happened.get(event.name) ?? 0) + 1)
      tellStale()
    })
    return 0
  }
  const generationOf = (until: readonly EventKind[]): number => until.reduce((sum, event) => sum + follow(event), 0)

  const peek = (key: string, until: readonly EventKind[]): Promise<Value> | undefined => {
    const found = kept.get(key)
    return found?.generation === generationOf(until) ? found.value : undefined
  }

  return {
    peek,
    get(key, until, make) {
      const found = peek(key, until)
      if (found) return found
      const entry = { value: make(), generation: generationOf(until) }
      keep(key, entry)
      return entry.value
    },
    onStale(listener) {
      staleListeners.push(listener)
    },
    staleCount: () => staleCount,
  }
}
