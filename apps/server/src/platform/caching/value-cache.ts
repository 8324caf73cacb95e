import { LRUCache } from 'lru-cache'
import type { ChangeLog, Dependencies, Freshness, Lifetime } from './change-log.ts'
import { collectDependencies, dependsOnAll } from './collect-dependencies.ts'
import { requiredSequence } from './required-sequence.ts'

/** A cached value. */
export interface CachedValue<Value> {
  readonly value: Value
  readonly dependencies: Dependencies
  readonly lifetime: Lifetime
  readonly madeMs: number
}

/**
 * Caches values that are the same for many visitors, until one of their dependencies changes. A missing value is built
 * once for concurrent requests. A request after a change never gets a value whose build began before it, except for
 * lists: after a change they are served for up to two seconds, of which the last half-second while one rebuild runs, and
 * longer to requests whose rebuild fails or is refused. A request of somebody who changed something is answered with
 * lists that show the change (`required-sequence.ts`).
 */
export interface ValueCache<Value> {
  /**
   * The cached value, or the result of `make`. Dependencies are recorded while `make` runs.
   * @param onJoin called if the request waits for a build of another request
   */
  get(key: string, make: () => Promise<Value>, onJoin?: () => void): Promise<Value>
  /** The cached value if it may be served at once; undefined if it must be built or rebuilt first. */
  peek(key: string): CachedValue<Value> | undefined
  /** Whether a cached value may still be served, for caches in front of this one. */
  isCurrent(cached: CachedValue<Value>): boolean
  /** Replaces a value by another form of it, if it is still the cached one. */
  replace(key: string, cached: CachedValue<Value>, value: Value): void
  /** Number of entries, and their size in bytes. */
  size(): { entries: number; bytes: number }
}

export interface ValueCacheOptions<Value> {
  changes: ChangeLog
  nowMs: () => number
  /** Visitors choose addresses and so the sizes of pages: a limit of entries alone would not bound the memory. */
  maxBytes: number
  /** The memory that a value takes. */
  bytesOf: (value: Value) => number
  /** An older value is rebuilt when it is requested, unless it declares how long it lives (`knowsLifetime`). */
  maxAgeMs: number
  /** Joins a rebuilt value with the one that it replaces, if that is still cached (`keep-equal-parts.ts`). */
  join?: (previous: Value, next: Value) => Value
  /** Whether a value should be cached. Default: always. */
  mayCache?: (value: Value) => boolean
  /** Whether the old value, whatever its age, may replace a failed rebuild: the database is unavailable, for example. */
  isUnavailable: (err: unknown) => boolean
  /**
   * Whether a build failed for a reason that concerns only its requester: a rate limit, a full share of the queue, a
   * closed connection. The requester is served the old value, and the next request rebuilds it.
   */
  isRefusedToOne: (err: unknown) => boolean
  /** Called when a rebuild failed that no request waits for, and not because of an outage. */
  onFailedRefresh: (err: unknown) => void
}

/** After a failed rebuild the old value is served this long before the next attempt. */
const retryAfterMs = 2000
/** Bytes of a map entry and the cache's own fields; measured with 100,000 small values. */
const entryBytes = 500
const bytesOfDependency = 100

/** The last rebuild that failed; the old value is served for a while after it. */
interface LastFailure {
  atMs: number
}

interface Entry<Value> extends CachedValue<Value> {
  /** One object for all forms of a value (`replace`). */
  readonly lastFailure: LastFailure
}

/** A request may join so many running builds that turn out to be too old before it takes the next one as it is. */
const maxJoins = 3

interface Making<Value> {
  sequence: number
  made: Promise<Entry<Value>>
}

const bytesOfEntry = (key: string, { strict, loose }: Dependencies): number =>
  entryBytes + 2 * key.length + bytesOfDependency * (strict.size + loose.size)

/** Builds values, one build per key at a time, and passes on the results. */
function createMaker<Value>(
  { changes, nowMs, join, mayCache = () => true, isRefusedToOne }: ValueCacheOptions<Value>,
  entries: { peek(key: string): Entry<Value> | undefined; put(key: string, entry: Entry<Value>): void },
) {
  /** Running builds. */
  const making = new Map<string, Making<Value>>()
  const isInvalid = ({ dependencies }: Entry<Value>): boolean =>
    changes.freshnessOf(dependencies, nowMs()) === 'invalid'
  const lacksRequired = ({ dependencies }: Entry<Value>): boolean =>
    changes.lacksChange(dependencies, requiredSequence(), nowMs())

  const start = (key: string, make: () => Promise<Value>): Making<Value> => {
    const { sequence } = changes
    const run = async (): Promise<Entry<Value>> => {
      const { value: made, ...collected } = await collectDependencies(sequence, make)
      const previous = join && entries.peek(key)
      const value = previous ? join(previous.value, made) : made
      const entry: Entry<Value> = { value, ...collected, madeMs: nowMs(), lastFailure: { atMs: -Infinity } }
      if (mayCache(value) && !isInvalid(entry)) entries.put(key, entry)
      return entry
    }
    const started = { sequence, made: run() }
    making.set(key, started)
    const finish = (): void => {
      if (making.get(key) === started) making.delete(key)
    }
    started.made.then(finish, finish)
    return started
  }

  return {
    isMaking: (key: string): boolean => making.has(key),
    /**
     * Joins the running build of the key; if it does not show a change that it must show, builds again. A build that
     * failed only for its requester (refused, or the visitor left) is repeated for those who joined.
     */
    async make(key: string, make: () => Promise<Value>, onJoin?: () => void): Promise<Entry<Value>> {
      const { sequence } = changes
      for (let joins = 0; joins < maxJoins; joins++) {
        const running = making.get(key)
        if (!running) break
        onJoin?.()
        const entry = await running.made.catch((err: unknown) => {
          if (isRefusedToOne(err)) return null
          throw err
        })
        const isCurrent = entry && (running.sequence >= sequence || !isInvalid(entry))
        if (isCurrent && !lacksRequired(entry)) return entry
      }
      return (making.get(key) ?? start(key, make)).made
    },
  }
}

export function createValueCache<Value>(options: ValueCacheOptions<Value>): ValueCache<Value> {
  const { changes, nowMs, bytesOf, maxAgeMs } = options
  const entries = new LRUCache<string, Entry<Value>>({ maxSize: options.maxBytes })
  const put = (key: string, entry: Entry<Value>): void => {
    entries.set(key, entry, { size: bytesOfEntry(key, entry.dependencies) + bytesOf(entry.value) })
  }
  const maker = createMaker(options, { peek: (key) => entries.peek(key), put })
  const freshnessOf = ({ dependencies }: CachedValue<Value>): Freshness => changes.freshnessOf(dependencies, nowMs())
  const isTooOld = ({ madeMs, lifetime }: CachedValue<Value>): boolean => {
    const ageMs = nowMs() - madeMs
    // A clock that was set back makes a value seem to be of the future.
    return nowMs() >= lifetime.untilMs || -ageMs > maxAgeMs || (!lifetime.isKnown && ageMs > maxAgeMs)
  }

  // Also if the clock was set back: the failure then seems to be in the future.
  const failedLately = ({ lastFailure }: Entry<Value>): boolean => Math.abs(nowMs() - lastFailure.atMs) < retryAfterMs

  const remake = async (old: Entry<Value>, ...request: Parameters<typeof maker.make>): Promise<Entry<Value>> => {
    try {
      return await maker.make(...request)
    } catch (err) {
      if (freshnessOf(old) === 'invalid') throw err
      // Others may rebuild it at once: the failure is not stored. An overload is a refusal to one as well.
      if (options.isRefusedToOne(err)) return old
      if (!options.isUnavailable(err)) throw err
      old.lastFailure.atMs = nowMs()
      return old
    }
  }

  const stateOf = (entry: Entry<Value>): 'current' | 'refresh' | 'expired' | 'invalid' => {
    const freshness = freshnessOf(entry)
    if (freshness === 'invalid') return 'invalid'
    if (failedLately(entry)) return 'current'
    if (freshness === 'expired' || isTooOld(entry)) return 'expired'
    if (changes.lacksChange(entry.dependencies, requiredSequence(), nowMs())) return 'expired'
    return freshness === 'refresh' ? 'refresh' : 'current'
  }

  const find = async (...request: Parameters<typeof maker.make>): Promise<Entry<Value>> => {
    const [key] = request
    const entry = entries.get(key)
    const state = entry ? stateOf(entry) : 'invalid'
    if (!entry || state === 'invalid') return maker.make(...request)
    if (state === 'expired') return remake(entry, ...request)
    if (state === 'refresh' && !maker.isMaking(key)) remake(entry, ...request).catch(options.onFailedRefresh)
    return entry
  }

  return {
    async get(...request) {
      const { value, dependencies, lifetime } = await find(...request)
      dependsOnAll(dependencies, lifetime)
      return value
    },
    peek(key) {
      const entry = entries.get(key)
      return entry && stateOf(entry) === 'current' ? entry : undefined
    },
    isCurrent: (cached) => !isTooOld(cached) && freshnessOf(cached) === 'fresh',
    replace(key, cached, value) {
      const entry = entries.peek(key)
      if (entry === cached) put(key, { ...entry, value })
    },
    size: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  }
}
