/** State of one call. Replaced by a new object at each change. */
export interface CachedReply {
  /** Undefined until there is a reply. */
  readonly data: unknown
  /** The part of `data` that may be shown to another viewer, as the contract defines it; undefined if there is none. */
  readonly forEverybody: unknown
  /** Error of the last attempt; null if it succeeded. */
  readonly error: unknown
  /** When the data was received, in milliseconds of this device's clock; 0 if it is stale. */
  readonly atMs: number
  /** When the last attempt failed, on the same clock. */
  readonly failedMs?: number
  /** The data came with the page, which is the same for everybody: what it says of the viewer is what a visitor sees. */
  readonly ofVisitor?: true
}

/** Replies by key, as embedded in a page. */
export type RepliesByKey = Readonly<Record<string, unknown>>

/** A reply as it was loaded. */
export interface LoadedReply {
  readonly reply: unknown
  /** See `CachedReply`. */
  readonly forEverybody: unknown
}

export interface CallRequest {
  load: () => Promise<LoadedReply>
  /** Younger data is not requested again, milliseconds. */
  freshForMs: number
  /** Whether to try again after this failure. */
  mayRetry: (err: unknown, failures: number) => boolean
}

export interface CallCache {
  read(key: string): CachedReply
  /** Calls back when the state of the key changes. Returns the unsubscribe function. */
  subscribe(key: string, listener: () => void): () => void
  /** Fresh data of the key, requested if there is none. A request that is already pending is shared. */
  fetch(key: string, request: CallRequest): Promise<unknown>
  /** Adds replies to visitors for keys that have no data. Notifies nobody: it is called during rendering. */
  fill(replies: RepliesByKey): void
  /** Adds a reply of an earlier page of this viewer, with the time when it was received, if the key has no data. */
  restore(key: string, data: unknown, atMs: number): void
  /** Sets the data of a key after a change made here. */
  set(key: string, data: unknown): void
  /** Marks the data of subscribed keys with this prefix as stale (`atMs` 0) and deletes that of all others. */
  invalidate(prefix: string): void
  /**
   * To be called when another user signs in, or the user signs out: deletes what must not be shown to another viewer, and
   * invalidates the rest.
   */
  changeViewer(): void
  /** Increases with each change of the viewer. */
  viewerVersion(): number
  /** Calls back when the viewer has changed. Returns the unsubscribe function. */
  subscribeViewer(listener: () => void): () => void
  /** All data, to be embedded in a page. */
  replies(): RepliesByKey
}

const noReply: CachedReply = { data: undefined, forEverybody: undefined, error: null, atMs: 0 }
/** Number of keys that are kept without subscribers. */
const maxKeys = 200
const firstRetryMs = 1000

/** Evicts the oldest keys without subscribers beyond the maximum. */
function evictSome(cached: Map<string, CachedReply>, subscribed: ReadonlyMap<string, unknown>): void {
  for (const key of cached.keys()) {
    if (cached.size <= maxKeys) break
    if (!subscribed.has(key)) cached.delete(key)
  }
}

function addListener(listeners: Map<string, Set<() => void>>, key: string, listener: () => void): () => void {
  const ofKey = listeners.get(key) ?? new Set()
  listeners.set(key, ofKey.add(listener))
  return () => {
    ofKey.delete(listener)
    if (ofKey.size === 0) listeners.delete(key)
  }
}

async function loadWithRetries({ load, mayRetry }: CallRequest): Promise<LoadedReply> {
  for (let failures = 1; ; failures++) {
    try {
      return await load()
    } catch (err) {
      if (!mayRetry(err, failures)) throw err
      await new Promise((resolve) => setTimeout(resolve, firstRetryMs * failures))
    }
  }
}

/** Shares pending requests, and repeats those whose key was invalidated before their reply arrived. */
function createPendingRequests(results: {
  received(key: string, loaded: LoadedReply): void
  failed(key: string, err: unknown): void
}) {
  const pending = new Map<string, Promise<unknown>>()
  /** Pending keys that were invalidated. */
  const outdated = new Set<string>()

  const attempt = async (key: string, request: CallRequest): Promise<unknown> => {
    outdated.delete(key)
    try {
      const loaded = await loadWithRetries(request)
      if (outdated.has(key)) return attempt(key, request)
      results.received(key, loaded)
      return loaded.reply
    } catch (err) {
      results.failed(key, err)
      throw err
    }
  }
  return {
    fetch(key: string, request: CallRequest): Promise<unknown> {
      const reply = pending.get(key) ?? attempt(key, request).finally(() => pending.delete(key))
      pending.set(key, reply)
      return reply
    },
    invalidate(prefix: string): void {
      for (const key of pending.keys()) if (key.startsWith(prefix)) outdated.add(key)
    },
  }
}

/** Replies of calls by key: one cache for the page in a browser, and one for each page rendered on the server. */
export function createCallCache(): CallCache {
  const cached = new Map<string, CachedReply>()
  const listeners = new Map<string, Set<() => void>>()
  const viewerListeners = new Set<() => void>()
  let viewerVersion = 0

  const put = (key: string, next: CachedReply): void => {
    cached.delete(key)
    cached.set(key, next)
    evictSome(cached, listeners)
    for (const listener of listeners.get(key) ?? []) listener()
  }
  const read = (key: string): CachedReply => cached.get(key) ?? noReply
  const pending = createPendingRequests({
    received: (key, { reply: data, forEverybody }) => put(key, { data, forEverybody, error: null, atMs: Date.now() }),
    failed: (key, error) => put(key, { ...read(key), error, failedMs: Date.now() }),
  })

  const invalidate = (prefix: string): void => {
    pending.invalidate(prefix)
    for (const [key, { data, forEverybody, error }] of Array.from(cached)) {
      if (!key.startsWith(prefix)) continue
      if (listeners.has(key)) put(key, { data, forEverybody, error, atMs: 0 })
      else cached.delete(key)
    }
  }

  return {
    read,
    subscribe: (key, listener) => addListener(listeners, key, listener),
    fetch(key, request) {
      const { data, error, atMs } = read(key)
      if (data !== undefined && error === null && Date.now() - atMs < request.freshForMs) return Promise.resolve(data)
      return pending.fetch(key, request)
    },
    fill(replies) {
      for (const [key, data] of Object.entries(replies)) {
        if (read(key).data === undefined)
          cached.set(key, { data, forEverybody: data, error: null, atMs: Date.now(), ofVisitor: true })
      }
    },
    restore(key, data, atMs) {
      if (read(key).data === undefined) put(key, { ...noReply, data, atMs })
    },
    set(key, data) {
      pending.invalidate(key)
      put(key, { data, forEverybody: read(key).forEverybody, error: null, atMs: Date.now() })
    },
    invalidate,
    changeViewer() {
      viewerVersion++
      pending.invalidate('')
      // Also keys without data: their subscribers may still show what was loaded before.
      for (const key of new Set([...cached.keys(), ...listeners.keys()])) {
        const { forEverybody } = read(key)
        if (listeners.has(key)) put(key, { ...noReply, data: forEverybody, forEverybody })
        else cached.delete(key)
      }
      for (const listener of viewerListeners) listener()
    },
    viewerVersion: () => viewerVersion,
    subscribeViewer(listener) {
      viewerListeners.add(listener)
      return () => viewerListeners.delete(listener)
    },
    replies: () => Object.fromEntries([...cached].map(([key, { data }]) => [key, data])),
  }
}
