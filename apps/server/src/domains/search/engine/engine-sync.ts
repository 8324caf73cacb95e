import type { EngineState } from './engine-messages.ts'
import { EngineThread } from './engine-thread.ts'
import type { SearchParts, SearchTitles } from '../search-needs.ts'

/** Titles per database query and per message to the thread: some milliseconds of work. */
const batchSize = 500
/** Texts added since the index was built take more memory. A rebuild is due above 2 % of the titles, within these bounds. */
const minUnindexed = 1000
const maxUnindexed = 20_000
/** Above this share of dead slots everything is reloaded. */
const maxDeadShare = 0.3

const emptyState: EngineState = { size: 0, unindexed: 0, deadShare: 0 }

/** Fills the engine from the catalogue. The caller runs `load`, `update` and `updateHits` one after the other. */
export interface EngineSync {
  /** Whether a load has started: from then on, changes must be applied. */
  isStarted(): boolean
  /** The engine; null until everything is loaded. */
  ready(): EngineThread | null
  /** Loads or reloads all titles. */
  load(): Promise<void>
  /** Reads these titles again; those that are no longer visible are removed. */
  update(ids: readonly number[]): Promise<void>
  updateHits(ids: readonly number[]): Promise<void>
  /** Ends the thread. The next `load` starts a new one. */
  stop(): Promise<void>
}

/**
 * Adds all visible titles, the most played first: searches compare these most, so their texts lie together in memory and
 * in the processor's cache. While one batch is added, the next one is read.
 */
async function putAll(thread: EngineThread, titles: SearchTitles): Promise<EngineState> {
  let pending = thread.clear().then(() => emptyState)
  const [ids] = await Promise.all([titles.idsByPlays(), pending])
  for (let at = 0; at < ids.length; at += batchSize) {
    const [batch] = await Promise.all([titles.textsOf(ids.slice(at, at + batchSize)), pending])
    pending = thread.put(batch)
  }
  const state = await pending
  await thread.index({ trim: true })
  return { ...state, unindexed: 0 }
}

async function putChanged(thread: EngineThread, titles: SearchTitles, ids: readonly number[]): Promise<EngineState> {
  const changed = await titles.textsOf(ids)
  const visible = new Set(changed.map(({ id }) => id))
  const removed = ids.filter((id) => !visible.has(id))
  return thread.put(changed, removed)
}

export function createEngineSync({ log, titles }: Pick<SearchParts, 'log' | 'titles'>): EngineSync {
  let thread: EngineThread | null = null
  /** State of the loaded engine; null until everything is loaded. */
  let state: EngineState | null = null
  let isIndexing = false

  const stop = async (): Promise<void> => {
    const ended = thread?.end()
    thread = null
    state = null
    await ended
  }
  const start = (): EngineThread => {
    const started = new EngineThread()
    void started.ended.then((err) => {
      if (thread !== started) return
      log.error({ err }, 'the search thread ended; the next search reloads the index')
      return stop()
    })
    return started
  }
  const load = async (): Promise<void> => {
    state = null
    thread ??= start()
    state = await putAll(thread, titles)
  }
  /** Rebuilds the index if it lacks too many texts. Searches use the old one meanwhile. */
  const reindexIfDue = async (indexed: EngineThread, { size, unindexed }: EngineState): Promise<void> => {
    const allowed = Math.min(maxUnindexed, Math.max(minUnindexed, size / 50))
    if (isIndexing || unindexed <= allowed) return
    isIndexing = true
    await indexed.index({ trim: false }).finally(() => {
      isIndexing = false
    })
  }

  return {
    isStarted: () => thread !== null,
    ready: () => (state === null ? null : thread),
    load,
    async update(ids) {
      const updated = thread
      if (!updated || !state) return
      if (state.deadShare > maxDeadShare && state.size > minUnindexed) return load()
      for (let at = 0; at < ids.length; at += batchSize) {
        const next = await putChanged(updated, titles, ids.slice(at, at + batchSize))
        state = next
        reindexIfDue(updated, next).catch((err: unknown) => {
          if (thread === updated) log.warn({ err }, 'rebuilding the search index failed; the old one stays in use')
        })
      }
    },
    async updateHits(ids) {
      await thread?.setHits(await titles.hitsOf(ids))
    },
    stop,
  }
}
