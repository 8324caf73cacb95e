import { overloadPauseSec } from '../../platform/http/load.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import type { FindOrder, FoundTitles } from './engine/engine-messages.ts'
import type { EngineThread } from './engine/engine-thread.ts'
import { keepEngine } from './engine/kept-engine.ts'
import type { SearchNeeds } from './search-needs.ts'

export interface SearchIndex {
  /**
   * What a query finds. Waits until what was announced before it has been followed.
   * @throws RefusalError `Overloaded` where too many wait already
   */
  find(order: FindOrder): Promise<FoundTitles>
  /** Loads the index, where nobody has searched yet, or until it is closed. Rejects where it could not be read. */
  load(): Promise<void>
  /** Ends what it does. Whoever searches later is refused. */
  close(): Promise<void>
}

/** Above this, reading everything is quicker than reading each. */
const manyChanges = 20_000
/** Searches that wait at once, at some milliseconds each: whoever came then would wait longer than people do. */
const mostWaiting = 100

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
  const engine = keepEngine({ log, titles })
  /** A reading of everything that has not begun brings whatever else is announced before it does. */
  let loadWaits = false
  let waiting = 0
  let isClosed = false
  /** A failure leaves nothing half known: the next search loads anew. */
  const turns = inTurn(() => {
    loadWaits = false
    void engine.forget()
  })

  const loadAll = async (): Promise<void> => {
    loadWaits = false
    if (isClosed) throw new Error('the search is closed')
    await engine.load()
  }
  const current = async (): Promise<EngineThread> => {
    await turns.done()
    if (!engine.full()) await turns.add(() => (engine.full() ? Promise.resolve() : loadAll()))
    const full = engine.full()
    if (!full) throw new Error('the search index could not be loaded')
    return full
  }

  events.on(titles.changed, (detail) => {
    if (!engine.isBegun() || loadWaits) return
    const ids = detail?.ids ?? null
    loadWaits = ids === null || ids.length > manyChanges
    turns.add(ids === null || loadWaits ? loadAll : () => engine.follow(ids)).catch(() => {})
  })
  events.on(titles.played, (detail) => {
    const ids = detail?.ids ?? []
    if (engine.isBegun() && ids.length > 0) turns.add(() => engine.countPlays(ids)).catch(() => {})
  })

  return {
    async find(order) {
      if (waiting >= mostWaiting) throw new RefusalError('Overloaded', { retryAfterSec: overloadPauseSec })
      waiting++
      try {
        return await (await current()).find(order)
      } finally {
        waiting--
      }
    },
    async load() {
      await current().catch((err: unknown) => {
        if (!isClosed) throw err
      })
    },
    async close() {
      isClosed = true
      await engine.forget()
      await turns.done().catch(() => {})
    },
  }
}
