import type { EngineState } from './engine-messages.ts'
import { EngineThread } from './engine-thread.ts'
import type { SearchNeeds, SearchTitles } from '../search-needs.ts'

/** Titles that one answer of the database brings, and that are worked through in one go: some milliseconds. */
const chunk = 500
/** Texts that were put in since the lists were made stand in dearer ones: up to so many. */
const fewUnindexed = 1000
const mostUnindexed = 20_000
/** The share of room that is not given back. */
const mostDead = 0.3

const noTitles: EngineState = { size: 0, unindexed: 0, deadShare: 0 }

/** The engine with what the catalogue holds. What it does is done one after the other by whoever keeps it. */
export interface KeptEngine {
  /** Whether titles are being read, or have been: from then on, what changes must be followed. */
  isBegun(): boolean
  /** The engine once it has everything. */
  full(): EngineThread | null
  /** Reads everything, again where it has been read. */
  load(): Promise<void>
  /** Reads what became of these titles. */
  follow(ids: readonly number[]): Promise<void>
  countPlays(ids: readonly number[]): Promise<void>
  /** Ends the thread: all is to be read anew. */
  forget(): Promise<void>
}

/**
 * Puts in everything that visitors may find, the most played first: searches look at these, and what is looked at
 * lies together in memory, where the processor keeps it at hand. While one chunk is put in the next is read, and no more.
 */
async function putAll(thread: EngineThread, titles: SearchTitles): Promise<EngineState> {
  let putting = thread.clear().then(() => noTitles)
  const [ids] = await Promise.all([titles.idsByPlays(), putting])
  for (let at = 0; at < ids.length; at += chunk) {
    const [read] = await Promise.all([titles.textsOf(ids.slice(at, at + chunk)), putting])
    putting = thread.put(read)
  }
  const state = await putting
  await thread.index({ trim: true })
  return { ...state, unindexed: 0 }
}

async function putAnew(thread: EngineThread, titles: SearchTitles, ids: readonly number[]): Promise<EngineState> {
  const read = await titles.textsOf(ids)
  const there = new Set(read.map(({ id }) => id))
  const gone = ids.filter((id) => !there.has(id))
  return thread.put(read, gone)
}

export function keepEngine({ log, titles }: Pick<SearchNeeds, 'log' | 'titles'>): KeptEngine {
  let thread: EngineThread | null = null
  /** How the engine stands that has everything; null where none has. */
  let state: EngineState | null = null
  let isIndexing = false

  const forget = async (): Promise<void> => {
    const ended = thread?.end()
    thread = null
    state = null
    await ended
  }
  const begin = (): EngineThread => {
    const begun = new EngineThread()
    void begun.ended.then((err) => {
      if (thread !== begun) return
      log.error({ err }, 'the next search loads anew')
      return forget()
    })
    return begun
  }
  const load = async (): Promise<void> => {
    state = null
    thread ??= begin()
    state = await putAll(thread, titles)
  }
  /** Makes the lists anew where too much stands outside of them, while searches go on with the old ones. */
  const tidy = async (tidied: EngineThread, { size, unindexed }: EngineState): Promise<void> => {
    const room = Math.min(mostUnindexed, Math.max(fewUnindexed, size / 50))
    if (isIndexing || unindexed <= room) return
    isIndexing = true
    await tidied.index({ trim: false }).finally(() => {
      isIndexing = false
    })
  }

  return {
    isBegun: () => thread !== null,
    full: () => (state === null ? null : thread),
    load,
    async follow(ids) {
      const followed = thread
      if (!followed || !state) return
      if (state.deadShare > mostDead && state.size > fewUnindexed) return load()
      for (let at = 0; at < ids.length; at += chunk) {
        const next = await putAnew(followed, titles, ids.slice(at, at + chunk))
        state = next
        tidy(followed, next).catch((err: unknown) => {
          if (thread === followed) log.warn({ err }, 'search goes on with older lists')
        })
      }
    },
    async countPlays(ids) {
      await thread?.setHits(await titles.hitsOf(ids))
    },
    forget,
  }
}
