import { LRUCache } from 'lru-cache'
import type { ChangeLog, Dependencies, Freshness } from './change-log.ts'
import { collectDependencies, dependsOnAll } from './collect-dependencies.ts'

/** A cached value. */
export interface CachedValue<Value> {
  readonly value: Value
  readonly dependencies: Dependencies
  readonly madeMs: number
}

/**
 * Caches values that are the same for many visitors, until one of their dependencies changes. A missing value is built
 * once for concurrent requests. A request after a change never gets a value whose build began before it, except for
 * lists, which may be two seconds old while one rebuild runs.
 */
export interface ValueCache<Value> {
  /** The cached value, or the result of `make`. Dependencies are recorded while `make` runs. */
  get(key: string, make: () => Promise<Value>): Promise<Value>
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
  /** An older value is rebuilt when it is requested. */
  maxAgeMs: number
  /** Whether a value should be cached. Default: always. */
  mayCache?: (value: Value) => boolean
  /** Whether the old value, whatever its age, may replace a failed rebuild: the database is unavailable. */
  isUnavailable: (err: unknown) => boolean
  /** Whether a build failed for a reason that concerns only its requester: a rate limit, a closed connection. */
  isRefusedToOne: (err: unknown) => boolean
}

/** After a failed rebuild the old value is served this long before the next attempt. */
const retryAfterMs = 2000
/** Bytes of a map entry and the cache's own fields; measured with 100,000 small values. */
const entryBytes = 500
const bytesOfDependency = 100

interface Entry<Value> extends CachedValue<Value> {
  /** The last rebuild failed: until then the old value is served. */
  retryAtMs: number
}

interface Making<Value> {
  sequence: number
  made: Promise<Entry<Value>>
}

const bytesOfEntry = (key: string, { strict, loose }: Dependencies): number =>
  entryBytes + 2 * key.length + bytesOfDependency * (strict.size + loose.size)

/** Builds values, one build per key at a time, and passes on the results. */
function createMaker<Value>(
  { changes, nowMs, mayCache = () => true, isRefusedToOne }: ValueCacheOptions<Value>,
  put: (key: string, entry: Entry<Value>) => void,
) {
  /** Running builds. */
  const making = new Map<string, Making<Value>>()
  const isInvalid = ({ dependencies }: Entry<Value>): boolean =>
    changes.freshnessOf(dependencies, nowMs()) === 'invalid'

  const start = (key: string, make: () => Promise<Value>): Making<Value> => {
    const { sequence } = changes
    const run = async (): Promise<Entry<Value>> => {
      const collected = await collectDependencies(sequence, make)
      const entry: Entry<Value> = { ...collected, madeMs: nowMs(), retryAtMs: 0 }
      if (mayCache(entry.value) && !isInvalid(entry)) put(key, entry)
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
     * Joins the running build of the key; if a dependency changed since it began, builds again. A build that failed
     * only for its requester (refused, or the visitor left) is repeated once for those who joined.
     */
    async make(key: string, make: () => Promise<Value>): Promise<Entry<Value>> {
      const { sequence } = changes
      const running = making.get(key)
      if (running) {
        const entry = await running.made.catch((err: unknown) => {
          if (isRefusedToOne(err)) return null
          throw err
        })
        if (entry && (running.sequence >= sequence || !isInvalid(entry))) return entry
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
  const maker = createMaker(options, put)
  const freshnessOf = ({ dependencies }: CachedValue<Value>): Freshness => changes.freshnessOf(dependencies, nowMs())
  const isTooOld = ({ madeMs }: CachedValue<Value>): boolean => Math.abs(nowMs() - madeMs) > maxAgeMs

  const remake = async (key: string, old: Entry<Value>, make: () => Promise<Value>): Promise<Entry<Value>> => {
    try {
      return await maker.make(key, make)
    } catch (err) {
      if (!options.isUnavailable(err) || freshnessOf(old) === 'invalid') throw err
      old.retryAtMs = nowMs() + retryAfterMs
      return old
    }
  }

  const stateOf = (entry: Entry<Value>): 'current' | 'refresh' | 'expired' | 'invalid' => {
    const freshness = freshnessOf(entry)
    if (freshness === 'invalid') return 'invalid'
    if (nowMs() < entry.retryAtMs) return 'current'
    if (freshness === 'expired' || isTooOld(entry)) return 'expired'
    return freshness === 'refresh' ? 'refresh' : 'current'
  }

  const find = async (key: string, make: () => Promise<Value>): Promise<Entry<Value>> => {
    const entry = entries.get(key)
    const state = entry ? stateOf(entry) : 'invalid'
    if (!entry || state === 'invalid') return maker.make(key, make)
    if (state === 'expired') return remake(key, entry, make)
    // The failure recurs, and is reported, when the value has expired.
    if (state === 'refresh' && !maker.isMaking(key)) remake(key, entry, make).catch(() => undefined)
    return entry
  }

  return {
    async get(key, make) {
      const { value, dependencies } = await find(key, make)
      dependsOnAll(dependencies)
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
