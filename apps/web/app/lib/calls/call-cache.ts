/** What is known of one call. A new object whenever that changes. */
export interface Known {
  /** Undefined until there was a reply. */
  readonly data: unknown
  /** Why the last attempt failed; null where it did not. */
  readonly error: unknown
  /** When the data came, milliseconds of this device's clock; 0 where it is outdated. */
  readonly atMs: number
  /** When that attempt failed, on the same clock. */
  readonly failedMs?: number
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
  /** Takes over what was changed here. */
  replace(key: string, data: unknown): void
  /** What a key that begins so stands for has changed: watched data is outdated (`atMs` 0), the rest is forgotten. */
  outdate(beginning: string): void
  /** Somebody else is asking from now on: what is watched and not personal is outdated (`atMs` 0), the rest is forgotten. */
  renew(): void
  /** Another number for each who asks. */
  asker(): number
  /** All replies, to travel inside a page. */
  replies(): KnownReplies
}

/** Whether a call, by its name or its key, tells of the person who asks. */
const isPersonal = (call: string): boolean => /^(?:user|indexMessage|vodWatchRecord)/.test(call)

/** A reply that somebody was shown. */
interface Shown<Reply> {
  readonly reply: Reply | undefined
  readonly asker: number
}

/** What stays on the page until a call is answered: an earlier reply of it, where that tells nothing of another person. */
export const stillShown = <Reply>(call: string, { reply, asker }: Shown<Reply>, now: number): Reply | undefined =>
  asker === now || !isPersonal(call) ? reply : undefined

const nothing: Known = { data: undefined, error: null, atMs: 0 }
/** Keys that are kept although nobody watches them. */
const mostKeys = 200
const firstRetryMs = 1000

/** Keeps to the number of keys, the oldest first; what is watched stays. */
function forgetSome(known: Map<string, Known>, watched: ReadonlyMap<string, unknown>): void {
  for (const old of known.keys()) {
    if (known.size <= mostKeys) break
    if (!watched.has(old)) known.delete(old)
  }
}

function listen(listeners: Map<string, Set<() => void>>, key: string, listener: () => void): () => void {
  const watching = listeners.get(key) ?? new Set()
  listeners.set(key, watching.add(listener))
  return () => {
    watching.delete(listener)
    if (watching.size === 0) listeners.delete(key)
  }
}

async function loadPatiently({ load, mayRetry }: Want): Promise<unknown> {
  for (let failures = 1; ; failures++) {
    try {
      return await load()
    } catch (err) {
      if (!mayRetry(err, failures)) throw err
      await new Promise((resolve) => setTimeout(resolve, firstRetryMs * failures))
    }
  }
}

/** Asks each question once at a time, and again where what it is about changed while the reply was on its way. */
function createQuestions(keep: { came(key: string, data: unknown): void; failed(key: string, err: unknown): void }) {
  const running = new Map<string, Promise<unknown>>()
  /** Keys whose reply on its way is older than the change, or for who asked before. */
  const overtaken = new Set<string>()

  const attempt = async (key: string, want: Want): Promise<unknown> => {
    overtaken.delete(key)
    try {
      const data = await loadPatiently(want)
      if (overtaken.has(key)) return attempt(key, want)
      keep.came(key, data)
      return data
    } catch (err) {
      keep.failed(key, err)
      throw err
    }
  }
  return {
    ask(key: string, want: Want): Promise<unknown> {
      const reply = running.get(key) ?? attempt(key, want).finally(() => running.delete(key))
      running.set(key, reply)
      return reply
    },
    overtake(beginning: string): void {
      for (const key of running.keys()) if (key.startsWith(beginning)) overtaken.add(key)
    },
  }
}

/** Replies of calls by key: one for a browser's page, and one for each rendering on the server. */
export function createCallCache(): CallCache {
  const known = new Map<string, Known>()
  const listeners = new Map<string, Set<() => void>>()
  let asker = 0

  const put = (key: string, next: Known): void => {
    known.delete(key)
    known.set(key, next)
    forgetSome(known, listeners)
    for (const listener of listeners.get(key) ?? []) listener()
  }
  const read = (key: string): Known => known.get(key) ?? nothing
  const came = (key: string, data: unknown): void => put(key, { data, error: null, atMs: Date.now() })
  const questions = createQuestions({
    came,
    failed: (key, error) => put(key, { ...read(key), error, failedMs: Date.now() }),
  })

  const outdate = (beginning: string): void => {
    questions.overtake(beginning)
    for (const [key, { data, error }] of Array.from(known)) {
      if (!key.startsWith(beginning)) continue
      if (listeners.has(key)) put(key, { data, error, atMs: 0 })
      else known.delete(key)
    }
  }

  return {
    read,
    watch: (key, listener) => listen(listeners, key, listener),
    want(key, want) {
      const { data, error, atMs } = read(key)
      if (data !== undefined && error === null && Date.now() - atMs < want.freshForMs) return Promise.resolve(data)
      return questions.ask(key, want)
    },
    fill(replies) {
      for (const [key, data] of Object.entries(replies)) {
        if (read(key).data === undefined) known.set(key, { data, error: null, atMs: Date.now() })
      }
    },
    replace(key, data) {
      questions.overtake(key)
      came(key, data)
    },
    outdate,
    renew() {
      asker++
      for (const key of [...listeners.keys()].filter(isPersonal)) put(key, { ...nothing })
      outdate('')
    },
    asker: () => asker,
    replies: () => Object.fromEntries([...known].map(([key, { data }]) => [key, data])),
  }
}
