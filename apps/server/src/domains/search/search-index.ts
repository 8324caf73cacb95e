import { setImmediate } from 'node:timers/promises'
import { SearchEngine, type Found } from './search-engine.ts'
import type { SearchNeeds } from './search-needs.ts'

export interface SearchIndex {
  /** What a query finds, `limit` titles at most. Waits until what was announced before it has been followed. */
  find(query: string, limit: number): Promise<Found>
  /** Loads the index, where nobody has searched yet. Rejects where it could not be read. */
  load(): Promise<void>
  /** Resolves when nothing is being read or indexed. */
  settled(): Promise<void>
}

/** Titles that one answer of the database brings, and that are worked through in one go: some milliseconds. */
const chunk = 500
/** Titles that were put in since the lists were made are looked through one by one, up to so many texts. */
const fewUnindexed = 1000
const mostUnindexed = 4000
/** Above this, reading everything is quicker than reading each. */
const manyChanges = 20_000
/** Room that is not given back. */
const mostDead = 0.3

/** Keeps the engine in step with the catalogue: loaded once, then by what is announced, in every process by itself. */
export function createSearchIndex({
  events,
  log,
  titles,
}: Pick<SearchNeeds, 'events' | 'log' | 'titles'>): SearchIndex {
  let engine: SearchEngine | null = null
  /** From the first reading on, changes must be followed: they may concern what has been read already. */
  let follows = false
  /** What has been asked for so far, done in order. A failure leaves nothing half known: the next search loads anew. */
  let pending: Promise<void> = Promise.resolve()
  let reindexing: Promise<void> | null = null

  const rest = async (): Promise<void> => {
    await setImmediate()
  }

  const loadAll = async (): Promise<void> => {
    follows = true
    const next = new SearchEngine()
    for (let last = 0; ;) {
      const read = await titles.textsAfter(last, chunk)
      next.put(read)
      const end = read.at(-1)
      if (!end || read.length < chunk) break
      last = end.id
      await rest()
    }
    next.trim()
    await next.reindex(rest)
    engine = next
  }

  const reread = async (ids: readonly number[]): Promise<void> => {
    for (let at = 0; at < ids.length; at += chunk) {
      const some = ids.slice(at, at + chunk)
      const read = await titles.textsOf(some)
      const there = new Set(read.map(({ id }) => id))
      engine?.put(read)
      engine?.remove(some.filter((id) => !there.has(id)))
    }
    tidy()
  }

  /** Makes the lists anew where too much stands outside of them, while searches go on with the old ones. */
  const tidy = (): void => {
    if (!engine || reindexing) return
    const room = Math.min(mostUnindexed, Math.max(fewUnindexed, engine.size / 50))
    if (engine.deadShare > mostDead && engine.size > fewUnindexed) enqueue(loadAll).catch(() => {})
    else if (engine.unindexed > room) {
      reindexing = engine
        .reindex(rest)
        .catch((err: unknown) => log.warn({ err }, 'search goes on with older lists'))
        .finally(() => {
          reindexing = null
        })
    }
  }

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    pending = pending.then(work).catch((err: unknown) => {
      engine = null
      follows = false
      throw err
    })
    // Whoever searches next meets the failure, or loads anew.
    pending.catch(() => {
      pending = Promise.resolve()
    })
    return pending
  }

  const current = async (): Promise<SearchEngine> => {
    await pending
    if (!engine) await enqueue(() => (engine ? Promise.resolve() : loadAll()))
    if (!engine) throw new Error('the search index could not be loaded')
    return engine
  }

  events.on(titles.changed, (detail) => {
    const ids = detail?.ids ?? null
    if (follows) enqueue(ids === null || ids.length > manyChanges ? loadAll : () => reread(ids)).catch(() => {})
  })
  events.on(titles.played, (detail) => {
    const ids = detail?.ids ?? []
    if (follows && ids.length > 0) enqueue(async () => engine?.setHits(await titles.hitsOf(ids))).catch(() => {})
  })

  return {
    async find(query, limit) {
      return (await current()).find(query, limit)
    },
    async load() {
      await current()
    },
    async settled() {
      await pending.catch(() => {})
      await reindexing
    },
  }
}
