import { overloadPauseSec } from '../../platform/http/admission/load.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import type { FindRequest, FoundTitles } from './engine/engine-messages.ts'
import type { EngineThread } from './engine/engine-thread.ts'
import { createEngineSync } from './engine/engine-sync.ts'
import type { SearchParts } from './search-needs.ts'

export interface SearchIndex {
  /**
   * Finds titles. Waits until changes that were announced before this call have been applied.
   * @throws RefusalError `Overloaded` if too many searches are pending
   */
  find(request: FindRequest): Promise<FoundTitles>
  /** Loads the index unless it is loaded. Rejects if the database fails; resolves if the index is closed meanwhile. */
  load(): Promise<void>
  /** Stops the engine. Later searches are rejected. */
  close(): Promise<void>
}

/** From so many changed titles on, reloading everything is faster than updating each. */
const minChangesForReload = 20_000
/** Pending searches. At some milliseconds each, further ones would wait longer than visitors do. */
const maxPending = 100

/** Runs tasks first in, first out. A failure calls `onFailure`, rejects the tasks that were queued, and empties the queue. */
function createTaskQueue(onFailure: () => void): {
  add(task: () => Promise<void>): Promise<void>
  done(): Promise<void>
} {
  let last: Promise<void> = Promise.resolve()
  return {
    done: () => last,
    add(task) {
      last = last.then(task).catch((err: unknown) => {
        onFailure()
        throw err
      })
      last.catch(() => {
        last = Promise.resolve()
      })
      return last
    },
  }
}

/**
 * Loads the engine from the catalogue once, then applies the changes that are announced.
 * @param onUpdated called when searches find what has changed
 */
export function createSearchIndex(
  { events, log, titles }: Pick<SearchParts, 'events' | 'log' | 'titles'>,
  onUpdated: () => void = () => {},
): SearchIndex {
  const engine = createEngineSync({ log, titles })
  /** A reload that has not started includes all changes that are announced before it starts. */
  let isReloadQueued = false
  let pendingCount = 0
  let isClosed = false
  /** After a failure the engine may be incomplete: it is stopped, and the next search loads it again. */
  const queue = createTaskQueue(() => {
    isReloadQueued = false
    void engine.stop()
  })

  const loadAll = async (): Promise<void> => {
    isReloadQueued = false
    if (isClosed) throw new Error('the search is closed')
    await engine.load()
  }
  const currentEngine = async (): Promise<EngineThread> => {
    await queue.done()
    if (!engine.ready()) await queue.add(() => (engine.ready() ? Promise.resolve() : loadAll().then(onUpdated)))
    const ready = engine.ready()
    if (!ready) throw new Error('the search index could not be loaded')
    return ready
  }

  events.on(titles.changed, (detail) => {
    if (!engine.isStarted() || isReloadQueued) return
    const ids = detail?.ids ?? null
    isReloadQueued = ids === null || ids.length > minChangesForReload
    queue.add(ids === null || isReloadQueued ? loadAll : () => engine.update(ids)).then(onUpdated, () => {})
  })
  events.on(titles.played, (detail) => {
    const ids = detail?.ids ?? []
    if (engine.isStarted() && ids.length > 0) queue.add(() => engine.updateHits(ids)).catch(() => {})
  })

  return {
    async find(request) {
      if (pendingCount >= maxPending) throw new RefusalError('Overloaded', { retryAfterSec: overloadPauseSec })
      pendingCount++
      try {
        return await (await currentEngine()).find(request)
      } finally {
        pendingCount--
      }
    },
    async load() {
      await currentEngine().catch((err: unknown) => {
        if (!isClosed) throw err
      })
    },
    async close() {
      isClosed = true
      await engine.stop()
      await queue.done().catch(() => {})
    },
  }
}
