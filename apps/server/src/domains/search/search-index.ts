import { setImmediate } from 'node:timers/promises'
import { SearchEngine, type Found } from './search-engine.ts'
import type { SearchNeeds, SearchTitles } from './search-needs.ts'

export interface SearchIndex {
  /** What a query finds, `limit` titles at most. Waits until what was announced before it has been followed. */
  find(query: string, limit: number): Promise<Found>
  /** Loads the index, where nobody has searched yet. Rejects where it could not be read. */
  load(): Promise<void>
}

/** Titles that one answer of the database brings, and that are worked through in one go: some milliseconds. */
const chunk = 500
/** Texts that were put in since the lists were made stand in dearer ones: up to so many. */
const fewUnindexed = 1000
const mostUnindexed = 20_000
/** Above this, reading everything is quicker than reading each. */
const manyChanges = 20_000
/** The share of room that is not given back. */
const mostDead = 0.3

/** Lets requests have their turn. */
const rest = async (): Promise<void> => {
  await setImmediate()
}

/**
 * An engine with everything that visitors may find, the most played first: searches look at these, and what is looked at
 * lies together in memory, where the processor keeps it at hand.
 */
async function readAll(titles: SearchTitles): Promise<SearchEngine> {
  const engine = new SearchEngine()
  const ids = await titles.idsByPlays()
  for (let at = 0; at < ids.length; at += chunk) {
    engine.put(await titles.textsOf(ids.slice(at, at + chunk)))
    await rest()
  }
  engine.trim()
  await engine.reindex(rest)
  return engine
}

async function readAnew(titles: SearchTitles, engine: SearchEngine, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += chunk) {
    const some = ids.slice(at, at + chunk)
    const read = await titles.textsOf(some)
    const there = new Set(read.map(({ id }) => id))
    engine.put(read)
    engine.remove(some.filter((id) => !there.has(id)))
  }
}

/** Does work one after the other. After a failure `onFailure` runs, and whoever waited for it meets it. */
function inTurn(onFailure: () => void): { add(work: () => Promise<void>): Promise<void>; done(): Promise<void> } {
  let pending: Promise<void> = Promise.resolve()
  return {
    done: () => pending,
    add(work) {
      pending = pending.then(work).catch((err: unknown) => {
        onFailure()
        throw err
      })
      pending.catch(() => {
        pending = Promise.resolve()
      })
      return pending
    },
  }
}

/** Keeps the engine in step with the catalogue: loaded once, then by what is announced, in every process by itself. */
export function createSearchIndex({
  events,
  log,
  titles,
}: Pick<SearchNeeds, 'events' | 'log' | 'titles'>): SearchIndex {
  let engine: SearchEngine | null = null
  /** From the first reading on, changes must be followed: they may concern what has been read already. */
  let follows = false
  let reindexing = false
  /** A reading of everything that has not begun brings whatever else is announced before it does. */
  let loadWaits = false
  /** A failure leaves nothing half known: the next search loads anew. */
  const turns = inTurn(() => {
    engine = null
    follows = false
    loadWaits = false
  })

  const loadAll = async (): Promise<void> => {
    follows = true
    loadWaits = false
    engine = await readAll(titles)
  }
  /** Makes the lists anew where too much stands outside of them, while searches go on with the old ones. */
  const tidy = async (tidied: SearchEngine): Promise<void> => {
    const room = Math.min(mostUnindexed, Math.max(fewUnindexed, tidied.size / 50))
    if (reindexing || tidied.unindexed <= room) return
    reindexing = true
    await tidied.reindex(rest).finally(() => {
      reindexing = false
    })
  }
  const follow = async (ids: readonly number[]): Promise<void> => {
    if (!engine) return
    if (engine.deadShare > mostDead && engine.size > fewUnindexed) return loadAll()
    await readAnew(titles, engine, ids)
    tidy(engine).catch((err: unknown) => log.warn({ err }, 'search goes on with older lists'))
  }
  const current = async (): Promise<SearchEngine> => {
    await turns.done()
    if (!engine) await turns.add(() => (engine ? Promise.resolve() : loadAll()))
    if (!engine) throw new Error('the search index could not be loaded')
    return engine
  }

  events.on(titles.changed, (detail) => {
    if (!follows || loadWaits) return
    const ids = detail?.ids ?? null
    loadWaits = ids === null || ids.length > manyChanges
    turns.add(ids === null || loadWaits ? loadAll : () => follow(ids)).catch(() => {})
  })
  events.on(titles.played, (detail) => {
    const ids = detail?.ids ?? []
    if (follows && ids.length > 0) turns.add(async () => engine?.setHits(await titles.hitsOf(ids))).catch(() => {})
  })

  return {
    async find(query, limit) {
      return (await current()).find(query, limit)
    },
    async load() {
      await current()
    },
  }
}
