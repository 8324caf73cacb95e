/** What is known of one call. A new object whenever that changes. */
export interface Known {
  /** Undefined until there was a reply. */
  readonly data: unknown
  /** Why the last attempt failed; null where it did not. */
  readonly error: unknown
  /** When the data came, milliseconds of this device's clock. */
  readonly atMs: number
}

/** Replies by key, as they travel inside a page. */
export type KnownReplies = Readonly<Record<string, unknown>>

export interface Want {
  load: () => Promise<unknown>
  /** Data younger than this is not asked for again, milliseconds. */
  freshForMs: number
  /** Whether to try again after this failure. */
  mayRetry: (err: unknown, failures: number) => boolean
}

export interface CallCache {
  read(key: string): Known
  /** Calls back when what is known of the key changes. Returns what ends it. */
  watch(key: string, listener: () => void): () => void
  /** Fresh data of the key, asked for where there is none; the same question is not asked twice at once. */
  want(key: string, want: Want): Promise<unknown>
  /** Takes over replies for keys that have none. Tells nobody: it is called while a page is being drawn. */
  fill(replies: KnownReplies): void
  /** All replies, to travel inside a page. */
  replies(): KnownReplies
}

const nothing: Known = { data: undefined, error: null, atMs: 0 }
/** Keys that are kept although nobody watches them. */
const mostKeys = 200
const firstRetryMs = 1000

/** Replies of calls by key: one for a browser's page, and one for each rendering on the server. */
export function createCallCache(): CallCache {
  const known = new Map<string, Known>()
  const listeners = new Map<string, Set<() => void>>()
  const pending = new Map<string, Promise<unknown>>()

  const put = (key: string, next: Known): void => {
    known.delete(key)
    known.set(key, next)
    for (const old of known.keys()) {
      if (known.size <= mostKeys) break
      if (!listeners.has(old)) known.delete(old)
    }
    for (const listener of listeners.get(key) ?? []) listener()
  }
  const read = (key: string): Known => known.get(key) ?? nothing

  const attempt = async (key: string, { load, mayRetry }: Want): Promise<unknown> => {
    for (let failures = 1; ; failures++) {
      try {
        const data = await load()
        put(key, { data, error: null, atMs: Date.now() })
        return data
      } catch (err) {
        if (!mayRetry(err, failures)) {
          put(key, { ...read(key), error: err })
          throw err
        }
        await new Promise((resolve) => setTimeout(resolve, firstRetryMs * failures))
      }
    }
  }

  return {
    read,
    watch(key, listener) {
      const watching = listeners.get(key) ?? new Set()
      listeners.set(key, watching.add(listener))
      return () => {
        watching.delete(listener)
        if (watching.size === 0) listeners.delete(key)
      }
    },
    want(key, want) {
      const { data, error, atMs } = read(key)
      if (data !== undefined && error === null && Date.now() - atMs < want.freshForMs) return Promise.resolve(data)
      const running = pending.get(key) ?? attempt(key, want).finally(() => pending.delete(key))
      pending.set(key, running)
      return running
    },
    fill(replies) {
      for (const [key, data] of Object.entries(replies)) {
        if (read(key).data === undefined) known.set(key, { data, error: null, atMs: Date.now() })
      }
    },
    replies: () => Object.fromEntries([...known].map(([key, { data }]) => [key, data])),
  }
}
